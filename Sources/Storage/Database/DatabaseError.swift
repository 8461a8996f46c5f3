import Glibc

/// The reason why a database operation failed.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    /// Another process held the lock for longer than the timeout.
    case busy
    /// The disk or the quota is full.
    case full
    /// The disk failed.
    case disk
    /// Not enough memory.
    case noMemory
    /// The file is damaged or is not a database.
    case corrupt
    /// A duplicate key, or a null in a required column.
    case constraint
    /// The database was closed before the work began.
    case closed
    /// Too much work is queued.
    case overloaded
    /// A later version of the program has written the database.
    case newerSchema
    /// The data is in another database, or is being moved.
    case moved
    /// The group's commit failed, so every command of the group failed.
    case notCommitted
    /// The server is unreachable or the connection was lost; nothing was committed.
    case unreachable
    /// A conflict with another transaction; nothing was committed.
    case conflict
    /// The connection was lost during a commit, and the outcome could not be determined.
    case undecided
    /// A bug in this program.
    case misuse
  }

  public var code: Code
  public var message: String
  /// The reason why a group was not committed.
  public var cause: Code?

  public init(_ code: Code, _ message: String, cause: Code? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// Converts a system error about a file.
  init(system number: Int32, _ message: String) {
    let code: Code = number == ENOSPC || number == EDQUOT ? .full : .disk
    self.init(code, "\(message): \(String(cString: strerror(number)))")
  }

  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether a retry may succeed.
  public var isTransient: Bool {
    switch code {
    case .busy, .full, .disk, .noMemory, .closed, .overloaded, .notCommitted, .unreachable, .conflict, .undecided: true
    case .corrupt, .constraint, .newerSchema, .moved, .misuse: false
    }
  }
}
