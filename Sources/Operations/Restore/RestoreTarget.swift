import Glibc
import Service
import Storage

/// The data directory that a backup is restored into. All files are first copied into a subdirectory of it. The
/// journal is moved out last, so a data directory with a journal is complete.
struct RestoreTarget {
  static let part = "restore.part"
  /// Files of a data directory that has never held data.
  private static let ignored: Set<String> = [
    "lost+found", "run", "reserve", "waymark.lock", "session.lock", "stats.lock", "milestone.lock", "diversity.lock",
  ]
  let data: String

  private var part: String { "\(data)/\(Self.part)" }

  private func exists(_ name: String) -> Bool {
    access("\(data)/\(name)", F_OK) == 0
  }

  /// Throws if the directory holds files that a restore would mix with. The remains of an interrupted restore do not
  /// count.
  func checkEmpty() throws {
    guard access(data, F_OK) == 0 else { return }
    guard let names = Files.names(in: data) else {
      throw OperationFailure("\(data) is not a readable directory; give another --data")
    }
    if names.contains(Self.part), !names.contains(BackupManifest.journal) { return }
    let others = names.filter { !Self.ignored.contains($0) }
    guard others.isEmpty else {
      let named = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
      throw OperationFailure("\(data) is not empty (\(named)): give a new --data, or move its files away first")
    }
  }

  /// Throws if the directory is itself a backup, or if a restore into it has not finished.
  static func checkUsable(_ data: String) throws {
    let target = RestoreTarget(data: data)
    if target.exists(BackupManifest.name), !target.exists("session.lock") {
      throw OperationFailure(
        "\(data) is a backup: restore it into a new directory with 'waymark restore \(data) --data DIR'")
    }
    guard target.exists(part) else { return }
    guard target.exists(BackupManifest.journal) else {
      throw OperationFailure(
        "a restore into \(data) was interrupted or is still running: run 'waymark restore' again, or remove "
          + target.part)
    }
    rmdir(target.part)
  }

  /// Copies the files of a backup, then moves them to their places.
  func write(_ manifest: BackupManifest, from source: String) throws {
    try Files.makeDirectory(data, mode: 0o700)
    let locks = try ["waymark.lock", "session.lock"].map { try DataLock("restore", in: data, file: $0) }
    defer { withExtendedLifetime(locks) {} }
    try checkEmpty()
    if mkdir(part, 0o700) != 0 && errno != EEXIST { throw OperationFailure("cannot create \(part): \(Errno.text)") }
    try DiskSpace.syncDirectory(of: part)
    do {
      try copy(manifest, from: source)
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

  private func copy(_ manifest: BackupManifest, from source: String) throws {
    try DiskSpace.check(for: manifest.files.map(\.bytes).reduce(0, +), at: "\(part)/x", "the restored data")
    for file in manifest.files {
      let sum = try BackupFile.copy("\(source)/\(file.name)", to: "\(part)/\(file.name)")
      guard sum == BackupFile.Sum(bytes: file.bytes, hash: file.hash) else {
        throw OperationFailure("\(source)/\(file.name) changed while it was copied; run the restore again")
      }
    }
    try DiskSpace.syncDirectory(of: "\(part)/x")
  }

  private func move(_ name: String) throws {
    guard rename("\(part)/\(name)", "\(data)/\(name)") == 0 else {
      throw OperationFailure("cannot write \(data)/\(name): \(Errno.text)")
    }
  }
}
