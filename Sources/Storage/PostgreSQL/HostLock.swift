import Glibc

/// The advisory lock of a database and its schema that every connection of a host shares, and a move has alone: the
/// server lets go of it with the connection, however that ends.
enum HostLock {
  /// Four letters as a number; the second number is the schema's.
  private static let key = "wmov".utf8.reduce(Int32(0)) { $0 << 8 | Int32($1) }
  static let names = "\(key), hashtext(current_schema())"
  private static let pauseMicroseconds: UInt32 = 50_000

  /// A move that has just ended may still have it, until the server notices that its connection has gone.
  static func share(_ link: PostgreSQLLink) throws {
    let deadline = monotonicNanoseconds() + StorageLimits.sharedLockSeconds * 1_000_000_000
    while try link.script("SELECT pg_try_advisory_lock_shared(\(names))") != "t" {
      guard monotonicNanoseconds() < deadline else {
        throw DatabaseError(.moved, "the database is being moved just now; 'waymark migrate' says when it is done")
      }
      usleep(pauseMicroseconds)
    }
  }

  static func acquireAlone(_ link: PostgreSQLLink, at place: String) throws {
    let deadline = monotonicNanoseconds() + StorageLimits.moveLockSeconds * 1_000_000_000
    while try link.script("SELECT pg_try_advisory_lock(\(names))") != "t" {
      guard monotonicNanoseconds() < deadline else {
        throw MoveFailure("another waymark works on \(place): stop every host and command that does")
      }
      usleep(pauseMicroseconds)
    }
  }
}
