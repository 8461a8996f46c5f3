public import Chronology
import Crypto
import Service

/// The contents of a backup. It is written last, so a directory without it is not a complete backup.
public struct BackupManifest: Sendable, Equatable {
  static let name = "MANIFEST"
  static let journal = "journal.sqlite"
  static let mostBytes = 64 << 10
  static let mostFiles = 16
  private static let heading = "waymark backup 1"

  public struct File: Sendable, Equatable {
    public var name: String
    public var bytes: Int
    /// SHA-256 in hexadecimal, as `sha256sum` prints it.
    public var hash: String
  }

  /// The version of Waymark that made the backup.
  public var program: String
  public var made: Instant
  public var users: Int
  /// The events of all users.
  public var events: Int
  public var files: [File]

  var text: String {
    var lines = [
      Self.heading, "program \(program)", "made \(made)", "users \(users)", "events \(events)",
    ]
    lines += files.map { "file \($0.name) \($0.bytes) \($0.hash)" }
    let body = lines.map { $0 + "\n" }.joined()
    return body + "end \(Self.hex(SHA256.hash(body)))\n"
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Parses a manifest.
  init(text: String) throws(OperationFailure) {
    guard text.hasPrefix(Self.heading + "\n") else {
      throw OperationFailure("its \(Self.name) has an unknown format; use the version of waymark that made it")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let damaged = OperationFailure("its \(Self.name) is damaged")
    guard lines.popLast() == "", let end = lines.popLast() else { throw damaged }
    let body = lines.map { $0 + "\n" }.joined()
    guard end == "end \(Self.hex(SHA256.hash(body)))" else { throw damaged }
    var values: [String: String] = [:]
    files = []
    for line in lines.dropFirst() {
      let words = line.split(separator: " ").map(String.init)
      if words.first == "file" {
        guard let file = Self.file(words), files.count < Self.mostFiles,
          !files.contains(where: { $0.name == file.name })
        else { throw damaged }
        files.append(file)
      } else if words.count == 2 {
        values[words[0]] = words[1]
      }
    }
    guard let program = values["program"], let made = values["made"].flatMap({ Instant($0) }),
      let users = values["users"].flatMap({ Int($0) }), let events = values["events"].flatMap({ Int($0) }),
      files.contains(where: { $0.name == Self.journal })
    else { throw damaged }
    (self.program, self.made, self.users, self.events) = (program, made, users, events)
  }

  init(program: String, made: Instant, users: Int, events: Int, files: [File]) {
    self.program = program
    self.made = made
    self.users = users
    self.events = events
    self.files = files
  }

  private static func file(_ words: [String]) -> File? {
    guard words.count == 4, isAllowed(words[1]), let bytes = Int(words[2]), bytes >= 0 else { return nil }
    return File(name: words[1], bytes: bytes, hash: words[3])
  }

  /// Whether a backup may contain a file of this name. The other files of a data directory belong to the program, which
  /// would trust what a restored backup puts in their place.
  static func isAllowed(_ name: String) -> Bool {
    guard isPlain(name), !isReserved(name) else { return false }
    return name == journal || !name.contains(".sqlite") && ![".lock", ".part"].contains { name.hasSuffix($0) }
  }

  private static func isReserved(_ name: String) -> Bool {
    [BackupDirectory.findingsFile, BackupRecord.name, Reserve.name, "run"].contains(name)
  }

  /// Whether a file name is safe: letters, digits, `-`, `_` and dots, but no leading dot.
  static func isPlain(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), name != Self.name, name.first != "." else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }

  /// Throws if the directory is not a complete backup.
  static func read(in directory: String) throws -> BackupManifest {
    let path = "\(directory)/\(name)"
    guard let bytes = try? Files.read(path), bytes.count <= mostBytes else {
      let newest = BackupDirectory(directory).backups.last?.path
      throw OperationFailure(
        newest.map { "\(directory) holds several backups; give one of them (the newest is \($0))" }
          ?? "\(directory) is not a complete backup: it has no readable \(name); give another directory")
    }
    do throws(OperationFailure) {
      return try BackupManifest(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw OperationFailure("\(directory) does not verify: \(error)")
    }
  }

  /// Returns the differences between the files and the manifest, by size and checksum.
  func findings(in directory: String) -> [String] {
    files.compactMap { file in
      do {
        let found = try BackupFile.read("\(directory)/\(file.name)")
        if found.bytes != file.bytes { return "\(file.name) has \(found.bytes) bytes instead of \(file.bytes)" }
        return found.hash == file.hash ? nil : "\(file.name) has been changed: its checksum differs"
      } catch {
        return "\(file.name): \(error)"
      }
    }
  }
}
