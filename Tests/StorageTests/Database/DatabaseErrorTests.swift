import CSQLite
import Glibc
import Testing

@testable import Storage

@Suite("SQLite result codes")
struct DatabaseErrorTests {
  @Test(
    "Converts each result code and system error",
    arguments: [
      (SQLITE_BUSY, 0, DatabaseError.Code.busy), (SQLITE_BUSY | (2 << 8), 0, .busy), (SQLITE_LOCKED, 0, .busy),
      (SQLITE_PROTOCOL, 0, .busy), (SQLITE_SCHEMA, 0, .busy), (SQLITE_INTERRUPT, 0, .busy),
      (SQLITE_FULL, 0, .full), (SQLITE_FULL, ENOSPC, .full), (SQLITE_IOERR | (3 << 8), ENOSPC, .full),
      (SQLITE_IOERR | (4 << 8), EDQUOT, .full), (SQLITE_IOERR, EIO, .disk), (SQLITE_IOERR | (1 << 8), EIO, .disk),
      (SQLITE_IOERR | (2 << 8), 0, .disk), (SQLITE_IOERR | (12 << 8), 0, .noMemory), (SQLITE_NOMEM, 0, .noMemory),
      (SQLITE_READONLY, EROFS, .disk), (SQLITE_READONLY | (4 << 8), 0, .disk), (SQLITE_CANTOPEN, EMFILE, .disk),
      (SQLITE_CANTOPEN, EACCES, .disk), (SQLITE_PERM, 0, .disk), (SQLITE_CORRUPT, 0, .corrupt),
      (SQLITE_CORRUPT, ENOENT, .corrupt), (SQLITE_CORRUPT, EIO, .disk), (SQLITE_NOTADB, 0, .corrupt),
      (SQLITE_ABORT, 0, .notCommitted), (SQLITE_CONSTRAINT | (6 << 8), 0, .constraint), (SQLITE_ERROR, 0, .misuse),
      (SQLITE_MISUSE, 0, .misuse), (SQLITE_RANGE, 0, .misuse),
    ] as [(Int32, Int32, DatabaseError.Code)])
  func codes(result: Int32, system: Int32, code: DatabaseError.Code) {
    #expect(DatabaseError.Code(sqlite: result, system: system) == code)
  }
}
