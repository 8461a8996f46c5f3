import Glibc

/// Why the database did not do what it was asked.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    /// Another process held the lock for longer than the time-out.
    case busy
    /// The disk, or its quota, is full.
    case full
    /// The disk failed.
    case disk
    /// There was no memory for it.
    case noMemory
    /// The file is damaged, or no database.
    case corrupt
    /// A key that is there already, or a null where none may be.
    case constraint
    /// The database was closed before the work began.
    case closed
    /// Too much work is waiting.
    case overloaded
    /// The file was written by a later version of the program.
    case newerSchema
    /// The data is in another database, or on its way there or here.
    case moved
    /// A group commit failed, and with it every command of the group.
    case notCommitted
    /// The server cannot be reached, or its connection was lost; nothing was committed.
    case unreachable
    /// Another transaction stood in the way; nothing was committed.
    case conflict
    /// The connection was lost while a commit was under way, and what became of it could not be found out.
    case undecided
    /// A mistake of ours.
    case misuse
  }

  public var code: Code
  public var message: String
  /// What kept a group from being committed.
  public var cause: Code?

  public init(_ code: Code, _ message: String, cause: Code? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// What the system said about a file.
  init(system number: Int32, _ message: String) {
    let code: Code = number == ENOSPC || number == EDQUOT ? .full : .disk
    self.init(code, "\(message): \(String(cString: strerror(number)))")
  }

  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether the same work may well succeed a little later.
  public var isTransient: Bool {
    switch code {
    case .busy, .full, .disk, .noMemory, .closed, .overloaded, .notCommitted, .unreachable, .conflict, .undecided: true
    case .corrupt, .constraint, .newerSchema, .moved, .misuse: false
    }
  }
}
