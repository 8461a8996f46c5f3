import Glibc

/// An advisory lock on the database and its schema. All connections of all hosts share it; a move holds it exclusively.
/// The server releases it when the connection ends.
enum HostLock {
  /// Four letters as a number. The second number identifies the schema.
  private static let key = "wmov".utf8.reduce(Int32(0)) { $0 << 8 | Int32($1) }
  static let names = "\(key), hashtext(current_schema())"
  private static let pauseMicroseconds: UInt32 = 50_000

  /// A finished move may hold the lock until the server notices that its connection has closed.
  static func acquireShared(_ link: PostgreSQLLink) throws {
    let deadline = monotonicNanoseconds() + StorageLimits.sharedLockSeconds * 1_000_000_000
    while try link.script("SELECT pg_try_advisory_lock_shared(\(names))") != "t" {
      guard monotonicNanoseconds() < deadline else {
        throw DatabaseError(.moved, "the database is being moved; wait for 'waymark migrate' to finish")
      }
      usleep(pauseMicroseconds)
    }
  }

  static func acquireExclusive(_ link: PostgreSQLLink, at place: String) throws {
    let deadline = monotonicNanoseconds() + StorageLimits.moveLockSeconds * 1_000_000_000
    while try link.script("SELECT pg_try_advisory_lock(\(names))") != "t" {
      guard monotonicNanoseconds() < deadline else {
        throw MoveFailure("another waymark process uses \(place); stop all hosts and commands that use it")
      }
      usleep(pauseMicroseconds)
    }
  }
}
