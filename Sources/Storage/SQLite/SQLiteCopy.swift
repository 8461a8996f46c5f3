import CSQLite
import Glibc

/// One state of a file, written to another as a new database: what was deleted is not in it.
enum SQLiteCopy {
  /// The target is there and empty. Only a reader of the source, so that its writer never waits; what it costs is that
  /// the write-ahead log is not begun anew meanwhile.
  static func write(_ source: SQLiteConnection, to path: String) throws {
    let pace = try CopyPace(path: path)
    try source.between(instructions: StorageLimits.copyStepInstructions, call: pace.rest) {
      try source.run("VACUUM INTO $1", [.text(path)])
    }
  }
}

/// Makes long work leave room for what else this machine does: after each burst it rests as long, and what it has
/// written is put on the disk little by little, because a sync of the journal may have to wait for all of it.
final class CopyPace {
  private let target: Int32
  private var begunAt = monotonicNanoseconds()
  private var synced = 0

  init(path: String) throws {
    target = open(path, O_RDONLY | O_CLOEXEC)
    guard target >= 0 else { throw DatabaseError(system: errno, "cannot open \(path)") }
  }

  deinit { close(target) }

  func rest() {
    let worked = monotonicNanoseconds() - begunAt
    guard worked >= StorageLimits.copyBurstNanoseconds else { return }
    var status = stat()
    if fstat(target, &status) == 0, Int(status.st_size) - synced >= StorageLimits.copyUnsyncedBytes {
      // What fails here fails again in the sync at the end, and is reported there.
      fdatasync(target)
      synced = Int(status.st_size)
    }
    usleep(UInt32(min(worked, StorageLimits.longestCopyRestNanoseconds) / 1_000))
    begunAt = monotonicNanoseconds()
  }
}
