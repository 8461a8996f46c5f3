import Chronology
import Glibc
import Service

/// A directory that holds backups, each named by its time.
struct BackupDirectory: Sendable {
  static let damagedSuffix = "-damaged"
  static let findingsFile = "FINDINGS"
  /// A backup up to this far in the future is treated as made now.
  static let clockSlackSeconds: Int64 = 60
  let path: String

  struct Backup: Sendable, Equatable {
    var at: Instant
    var path: String
  }

  init(_ path: String) {
    self.path = path
  }

  /// The place of an incomplete backup.
  var part: String { path + "/.part" }

  /// Returns for example `2026-11-23T03-00-00Z`. Names sort by time.
  static func name(_ at: Instant) -> String {
    String(at.description.map { $0 == ":" ? "-" : $0 })
  }

  static func instant(_ name: String) -> Instant? {
    var text = Array(name.utf8)
    guard text.count == 20, text[13] == 0x2D, text[16] == 0x2D else { return nil }
    (text[13], text[16]) = (0x3A, 0x3A)
    guard let at = Instant(rfc3339: text), Self.name(at) == name else { return nil }
    return at
  }

  /// The complete backups, oldest first.
  var backups: [Backup] {
    (Files.names(in: path) ?? []).compactMap { name in
      let path = "\(path)/\(name)"
      guard let at = Self.instant(name), access("\(path)/\(BackupManifest.name)", R_OK) == 0 else { return nil }
      return Backup(at: at, path: path)
    }
  }

  /// Returns the time of the newest backup. Ignores backups from the future, made before the clock was set back.
  static func newest(_ backups: [Backup], now: Instant) -> Instant? {
    backups.map(\.at).filter { $0.seconds <= now.seconds + clockSlackSeconds }.max()
  }

  /// Returns the backups to remove so that `keep` remain. The new one always remains, regardless of its time.
  static func surplus(_ backups: [Backup], new: String, keep: Int) -> [Backup] {
    let others = backups.filter { $0.path != new }.sorted { $0.at < $1.at }
    return Array(others.prefix(max(0, others.count - (keep - 1))))
  }

  /// Returns when the next backup is due: one interval after the newest, or sooner after a failure.
  static func due(newest: Instant?, failed: Instant?, everySeconds: Int64, now: Instant) -> Instant {
    let regular = newest.map { $0 + everySeconds } ?? now
    guard let failed, failed <= now else { return regular }
    return max(regular, failed + min(everySeconds, max(60, everySeconds / 24)))
  }

  /// Removes only the files of the backup. If the directory holds other files, it remains with them.
  static func remove(_ backup: String) throws {
    let manifest = try BackupManifest.read(in: backup)
    let (parent, name) = BackupLocation.split(backup)
    let gone = "\(parent)/.\(name).gone"
    // Renamed first, so that a partly removed backup does not look like a complete one.
    guard rename(backup, gone) == 0 else { throw OperationFailure("cannot remove \(backup): \(Errno.text)") }
    try clear(gone, manifest.files.map(\.name) + [BackupManifest.name])
  }

  private static func clear(_ path: String, _ names: [String]) throws {
    for name in names { unlink("\(path)/\(name)") }
    guard rmdir(path) == 0 else { throw OperationFailure("cannot remove \(path): \(Errno.text)") }
  }

  /// Removes partly removed backups and earlier damaged copies.
  func clean() {
    for name in Files.names(in: path) ?? [] {
      let path = "\(path)/\(name)"
      if name.hasPrefix("."), name.hasSuffix(".gone"), Self.instant(String(name.dropFirst().dropLast(5))) != nil {
        let names = (try? BackupManifest.read(in: path))?.files.map(\.name) ?? []
        try? Self.clear(path, names + [BackupManifest.name])
      }
      if name.hasSuffix(Self.damagedSuffix), Self.instant(String(name.dropLast(Self.damagedSuffix.utf8.count))) != nil {
        try? Self.removeDamaged(path)
      }
    }
  }

  static func removeDamaged(_ path: String) throws {
    guard access("\(path)/\(findingsFile)", F_OK) == 0 else { return }
    let names = (Files.names(in: path) ?? []).filter { BackupManifest.isPlain($0) }
    try clear(path, names.filter { $0 != findingsFile } + [findingsFile])
  }
}
