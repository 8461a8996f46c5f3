import CSQLite
import Glibc

/// Copies one state of a file, without deleted data, into a new database.
enum SQLiteCopy {
  /// Writes to an existing empty file. It only reads the source, so the writer never waits; meanwhile the write-ahead
  /// log is not reset.
  static func write(_ source: SQLiteConnection, to path: String) throws {
    let pace = try CopyPace(path: path)
    try source.run(every: StorageLimits.copyStepInstructions, call: pace.rest) {
      try source.run("VACUUM INTO $1", [.text(path)])
    }
  }
}

/// Slows down a long copy for the benefit of other work: it rests after each burst and syncs often, because a sync of
/// the journal may wait for all unsynced data.
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
      // A failure is repeated and reported by the final sync.
      fdatasync(target)
      synced = Int(status.st_size)
    }
    usleep(UInt32(min(worked, StorageLimits.longestCopyRestNanoseconds) / 1_000))
    begunAt = monotonicNanoseconds()
  }
}
