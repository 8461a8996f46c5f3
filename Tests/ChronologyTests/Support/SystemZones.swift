import Chronology
import Foundation

/// The system's time zones.
enum SystemZones {
  static let directory = "/usr/share/zoneinfo"
  static let areThere = FileManager.default.fileExists(atPath: "\(directory)/Europe/Berlin")

  static func zone(_ name: String) throws -> Zone {
    let bytes = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
    return try Zone(name: name, tzif: [UInt8](bytes))
  }

  static let all: [String] = {
    guard let list = try? String(contentsOfFile: "\(directory)/tzdata.zi", encoding: .utf8) else { return [] }
    var names: Set<String> = []
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "Z", words.count > 1 { names.insert(String(words[1])) }
      if words.first == "L", words.count > 2 { names.insert(String(words[2])) }
    }
    return names.sorted()
  }()
}
