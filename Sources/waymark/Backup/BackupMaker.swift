import Chronology
import Glibc
import JSON
import Service
import SessionSvc
import Storage

/// Makes one backup: a copy of the database, of what else the data directory has that cannot be made again, and a
/// manifest. It is read again from end to end before it has its name.
struct BackupMaker: Sendable {
  /// Beside the database: the token that `up` prints, and for which moment the demo year was made.
  private static let extras = ["token", "demo"]

  var settings: Settings
  var showsProgress = true

  struct Made: Sendable {
    var path: String
    var manifest: BackupManifest

    var bytes: Int { manifest.files.map(\.bytes).reduce(0, +) }

    var text: String {
      "\(path): \(manifest.events) events of \(manifest.users) users, \(bytes) bytes, verified"
    }

    var json: String {
      let value: JSONValue = [
        "path": .text(path), "made": .text(manifest.made.description), "events": .integer(manifest.events),
        "users": .integer(manifest.users), "bytes": .integer(bytes),
      ]
      return value.json
    }
  }

  /// Throws where there is nothing to copy, before anything is made.
  func checkData() throws {
    let journal = try settings.journal()
    guard journal.exists else {
      throw CommandFailure("\(journal) does not exist; create it with 'waymark up' or check --data")
    }
    guard journal.file != nil else {
      throw CommandFailure("\(journal) is backed up with the server's own tools, such as pg_dump")
    }
  }

  /// Makes it in `part`, from which it gets its name `target`.
  func make(in part: PartDirectory, as target: String, at now: Instant) throws -> Made {
    do {
      let journal = try settings.journal()
      let copy = "\(part.path)/\(BackupManifest.journal)"
      if let file = journal.file {
        try DiskSpace.check(for: DiskSpace.bytes(ofDatabase: file), at: copy, "a backup")
      }
      try journal.copy(to: copy)
      var files = try extraFiles().map { name, path in
        let sum = try BackupFile.copy(path, to: "\(part.path)/\(name)")
        return BackupManifest.File(name: name, bytes: sum.bytes, hash: sum.hash)
      }
      let sum = try BackupFile.read(copy)
      files.insert(BackupManifest.File(name: BackupManifest.journal, bytes: sum.bytes, hash: sum.hash), at: 0)
      let report = try VerifyCommand.inspect(DatabaseAddress(file: copy), showsProgress: showsProgress)
      guard report.findings.isEmpty else { throw try keepDamaged(part, target, report) }
      let manifest = BackupManifest(
        program: Build.version, made: now, users: report.users, events: report.events, files: files)
      try BackupFile.write(manifest.text, to: "\(part.path)/\(BackupManifest.name)")
      try part.finish(as: target)
      return Made(path: target, manifest: manifest)
    } catch {
      part.discard()
      throw error
    }
  }

  /// A copy of a database that is not in order is no backup, but may be all that there is one day.
  private func keepDamaged(
    _ part: PartDirectory, _ target: String, _ report: VerifyReport
  ) throws -> CommandFailure {
    let path = target + BackupShelf.damaged
    try BackupShelf.removeDamaged(path)
    try BackupFile.write(report.text + "\n", to: "\(part.path)/\(BackupShelf.findings)")
    try part.finish(as: path)
    return CommandFailure("the data is not in order, 'waymark verify' says what is wrong; a copy as it is: \(path)")
  }

  /// By the name that each has in the backup.
  private func extraFiles() throws -> [(name: String, path: String)] {
    var found = Self.extras.map { ($0, "\(settings.data)/\($0)") }
    if let keys = settings.jwtKeys, keys.hasPrefix(settings.data + "/") {
      let name = String(keys.dropFirst(settings.data.count + 1))
      if BackupManifest.isPlain(name) { found.append((name, keys)) }
    }
    return found.filter { access($0.1, R_OK) == 0 }
  }
}
