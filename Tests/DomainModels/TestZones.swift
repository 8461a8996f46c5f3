import Chronology
import Foundation

/// The system's time zones. If they are missing, every name is unknown and counts as UTC.
struct TestZones: ZoneSource {
  static let areThere = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")

  /// Zones with skipped days, half hours, changes at midnight, and no changes.
  static let names = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/Havana", "Asia/Beirut", "Pacific/Apia",
    "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kwajalein", "Africa/Casablanca",
    "Asia/Tokyo",
  ]

  let version = "test"
  private let zones: [String: Zone]

  init() {
    var zones: [String: Zone] = [:]
    for name in Self.names {
      guard let bytes = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")) else { continue }
      zones[name] = try? Zone(name: name, tzif: [UInt8](bytes))
    }
    self.zones = zones
  }

  static let shared = TestZones()

  func zone(named name: String) -> Zone? { zones[name] }
}
