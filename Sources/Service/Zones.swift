public import Chronology
import Glibc
import Synchronization

/// The system's time zones. Each zone file is read once, when it is first used.
public final class Zones: ZoneSource {
  public let version: String
  private let directory: String
  /// Only existing zones are stored, so that names from clients cannot make it grow.
  private let known = Mutex<[String: Zone]>([:])

  public init(directory: String = "/usr/share/zoneinfo") {
    self.directory = directory
    version = Self.version(in: directory)
  }

  public func zone(named name: String) -> Zone? {
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard Self.isZoneName(name) else { return nil }
    guard let zone = load(name) else { return name == "UTC" ? .utc : nil }
    known.withLock { $0[name] = zone }
    return zone
  }

  private func load(_ name: String) -> Zone? {
    guard let bytes = Self.contents(of: "\(directory)/\(name)", limit: Self.largestFile) else { return nil }
    return try? Zone(name: name, tzif: bytes)
  }

  /// Whether a name is a zone in the directory: no path that leaves it, no copies with other rules (`posix`, `right`),
  /// and not the zone of the machine.
  static func isZoneName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count) else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, !["posix", "right", "localtime", "posixrules"].contains(first) else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
          default: false
          }
        }
    }
  }

  /// Reads the version from `tzdata.zi`, which begins with `# version 2025b`. Without the file the rules count as
  /// unchanged.
  private static func version(in directory: String) -> String {
    guard let bytes = contents(of: "\(directory)/tzdata.zi", limit: 1 << 20),
      let line = String(decoding: bytes.prefix(64), as: UTF8.self).split(separator: "\n").first,
      line.hasPrefix("# version ")
    else { return "unknown" }
    return String(line.dropFirst("# version ".count))
  }

  private static let largestFile = 1 << 16

  /// Returns nil for anything except a readable regular file of plausible size.
  private static func contents(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...limit).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = read(descriptor, &bytes, bytes.count)
    return count == bytes.count ? bytes : nil
  }
}
