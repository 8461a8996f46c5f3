import Chronology
import Glibc
import Service

/// A directory with a backup for each time that one was made, and how those that are too many are removed.
struct BackupShelf: Sendable {
  static let damaged = "-damaged"
  static let findings = "FINDINGS"
  /// Clocks that differ by less are taken to agree.
  static let clockSlackSeconds: Int64 = 60
  let directory: String

  struct Copy: Sendable, Equatable {
    var at: Instant
    var path: String
  }

  init(_ directory: String) {
    self.directory = directory
  }

  /// Where it is filled before it has its name.
  var part: String { directory + "/.part" }

  /// `2026-11-23T03-00-00Z`: in order of time when they are in order of names.
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

  /// The whole ones, the oldest first.
  var copies: [Copy] {
    (Files.names(in: directory) ?? []).compactMap { name in
      let path = "\(directory)/\(name)"
      guard let at = Self.instant(name), access("\(path)/\(BackupManifest.name)", R_OK) == 0 else { return nil }
      return Copy(at: at, path: path)
    }
  }

  /// The last one that was made by this clock; one of the future says nothing about when the next is due.
  static func newest(_ copies: [Copy], now: Instant) -> Instant? {
    copies.map(\.at).filter { $0.seconds <= now.seconds + clockSlackSeconds }.max()
  }

  /// Those that are too many beside the new one, which stays whatever the clock was.
  static func surplus(_ copies: [Copy], new: String, keep: Int) -> [Copy] {
    let others = copies.filter { $0.path != new }.sorted { $0.at < $1.at }
    return Array(others.prefix(max(0, others.count - (keep - 1))))
  }

  /// When the next is due: after one was made as long as between two, after a failure sooner.
  static func due(newest: Instant?, failed: Instant?, everySeconds: Int64, now: Instant) -> Instant {
    let regular = newest.map { $0 + everySeconds } ?? now
    guard let failed, failed <= now else { return regular }
    return max(regular, failed + min(everySeconds, max(60, everySeconds / 24)))
  }

  /// Only what a backup of ours consists of is removed; a directory that holds something else stays, with that in it.
  static func remove(_ copy: String) throws {
    let manifest = try BackupManifest.read(in: copy)
    let slash = copy.lastIndex(of: "/") ?? copy.startIndex
    let gone = "\(copy[..<slash])/.\(copy[slash...].dropFirst()).gone"
    // Out of sight first: what is cut short here is no longer taken for a backup.
    guard rename(copy, gone) == 0 else { throw CommandFailure("cannot remove \(copy): \(Errno.text)") }
    try clear(gone, manifest.files.map(\.name) + [BackupManifest.name])
  }

  private static func clear(_ path: String, _ names: [String]) throws {
    for name in names { unlink("\(path)/\(name)") }
    guard rmdir(path) == 0 else { throw CommandFailure("cannot remove \(path): \(Errno.text)") }
  }

  /// Removes what was cut short while it was removed, and damaged copies of before.
  func clean() {
    for name in Files.names(in: directory) ?? [] {
      let path = "\(directory)/\(name)"
      if name.hasPrefix("."), name.hasSuffix(".gone"), Self.instant(String(name.dropFirst().dropLast(5))) != nil {
        let names = (try? BackupManifest.read(in: path))?.files.map(\.name) ?? []
        try? Self.clear(path, names + [BackupManifest.name])
      }
      if name.hasSuffix(Self.damaged), Self.instant(String(name.dropLast(Self.damaged.utf8.count))) != nil {
        try? Self.removeDamaged(path)
      }
    }
  }

  static func removeDamaged(_ path: String) throws {
    guard access("\(path)/\(findings)", F_OK) == 0 else { return }
    let names = (Files.names(in: path) ?? []).filter { BackupManifest.isPlain($0) }
    try clear(path, names.filter { $0 != findings } + [findings])
  }
}
