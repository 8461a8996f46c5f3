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
    /// A group commit failed, and with it every command of the group.
    case notCommitted
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

  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether the same work may well succeed a little later.
  public var isTransient: Bool {
    switch code {
    case .busy, .full, .disk, .noMemory, .closed, .overloaded, .notCommitted: true
    case .corrupt, .constraint, .newerSchema, .misuse: false
    }
  }
}
