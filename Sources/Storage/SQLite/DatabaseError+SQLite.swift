import CSQLite
import Glibc

extension DatabaseError.Code {
  /// Converts SQLite's result code and the system's error number.
  init(sqlite code: Int32, system: Int32) {
    switch code & 0xFF {
    // SQLite also reports a damaged file when the system failed to read a page.
    case SQLITE_CORRUPT where system == EIO || system == ENXIO || system == ESTALE: self = .disk
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .corrupt
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR where code == noMemoryInside: self = .noMemory
    case SQLITE_IOERR where system == ENOSPC || system == EDQUOT: self = .full
    case SQLITE_NOMEM: self = .noMemory
    case SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_NOLFS: self = .disk
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_SCHEMA, SQLITE_INTERRUPT: self = .busy
    case SQLITE_ABORT: self = .notCommitted
    case SQLITE_CONSTRAINT: self = .constraint
    default: self = .misuse
    }
  }
}

/// `SQLITE_IOERR_NOMEM`: Swift does not import computed macros.
private let noMemoryInside = SQLITE_IOERR | (12 << 8)
