import Glibc
import Service
import SessionSvc
import Storage

/// A data directory on its way to be restored. All is copied into one directory in it first; the journal leaves that
/// last, so that a data directory with a journal is whole.
struct RestorePlace {
  static let part = "restore.part"
  /// What stands in a data directory that nothing was ever kept in.
  private static let harmless: Set<String> = [
    "lost+found", "run", "reserve", "waymark.lock", "session.lock", "stats.lock", "milestone.lock", "diversity.lock",
  ]
  let data: String

  private var part: String { "\(data)/\(Self.part)" }

  private func isThere(_ name: String) -> Bool {
    access("\(data)/\(name)", F_OK) == 0
  }

  /// Throws where there is something that a restore would mix with. What a restore that was cut short left is none.
  func checkEmpty() throws {
    guard access(data, F_OK) == 0 else { return }
    guard let names = Files.names(in: data) else { throw CommandFailure("\(data) is no directory that can be read") }
    if names.contains(Self.part), !names.contains(BackupManifest.journal) { return }
    let others = names.filter { !Self.harmless.contains($0) }
    guard others.isEmpty else {
      let named = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
      throw CommandFailure("\(data) is not empty (\(named)): give a new --data, or move what is there away first")
    }
  }

  /// Throws where a stack may not work on the directory: it is a backup itself, or a restore has not come to its end.
  static func checkUsable(_ settings: Settings) throws {
    try checkUsable(settings.data)
    if let file = try settings.journal().file { try checkUsable(MoveLocks.directory(of: file)) }
  }

  private static func checkUsable(_ data: String) throws {
    let place = RestorePlace(data: data)
    if place.isThere(BackupManifest.name), !place.isThere("session.lock") {
      throw CommandFailure("\(data) is a backup: put it into a new directory with 'waymark restore \(data) --data DIR'")
    }
    guard place.isThere(part) else { return }
    guard place.isThere(BackupManifest.journal) else {
      throw CommandFailure(
        "a restore into \(data) was cut short or still runs: run 'waymark restore' again, or remove \(place.part)")
    }
    rmdir(place.part)
  }

  func put(_ manifest: BackupManifest, from source: String) throws {
    try Files.makeDirectory(data, mode: 0o700)
    let locks = try ["waymark.lock", "session.lock"].map { try DataLock("restore", in: data, file: $0) }
    defer { withExtendedLifetime(locks) {} }
    try checkEmpty()
    if mkdir(part, 0o700) != 0 && errno != EEXIST { throw CommandFailure("cannot make \(part): \(Errno.text)") }
    try DiskSpace.syncDirectory(of: part)
    do {
      try fill(manifest, from: source)
    } catch {
      for name in Files.names(in: part) ?? [] { unlink("\(part)/\(name)") }
      rmdir(part)
      throw error
    }
    for file in manifest.files.filter({ $0.name != BackupManifest.journal }) { try move(file.name) }
    try DiskSpace.syncDirectory(of: part)
    try move(BackupManifest.journal)
    for name in Files.names(in: part) ?? [] { unlink("\(part)/\(name)") }
    rmdir(part)
    try DiskSpace.syncDirectory(of: part)
  }

  private func fill(_ manifest: BackupManifest, from source: String) throws {
    try DiskSpace.check(for: manifest.files.map(\.bytes).reduce(0, +), at: "\(part)/x", "the restored data")
    for file in manifest.files {
      let sum = try BackupFile.copy("\(source)/\(file.name)", to: "\(part)/\(file.name)")
      guard sum == BackupFile.Sum(bytes: file.bytes, hash: file.hash) else {
        throw CommandFailure("\(source)/\(file.name) changed while it was copied")
      }
    }
    try DiskSpace.syncDirectory(of: "\(part)/x")
  }

  private func move(_ name: String) throws {
    guard rename("\(part)/\(name)", "\(data)/\(name)") == 0 else {
      throw CommandFailure("cannot write \(data)/\(name): \(Errno.text)")
    }
  }
}
