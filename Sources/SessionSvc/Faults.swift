import API
import Domain
import Proto
import Service
import Storage

/// The one place where what goes wrong inside becomes what is reported outside.
extension Fault {
  static let accountIsBeingDeleted = Fault(.unauthenticated, "the account is being deleted")
  /// To credentials that are good: it is worth trying again.
  static let accountWasDeleted = Fault(
    .unavailable, "the account was deleted a moment ago; it can begin anew in a few seconds")

  static func of(_ error: any Error) -> Fault {
    switch error {
    case let fault as Fault: fault
    case let rejection as Rejection: Fault(rejection)
    case let error as DatabaseError: Fault(error)
    default: Fault(.internal, "the call failed")
    }
  }

  init(_ error: DatabaseError) {
    switch error.code {
    case .overloaded: self.init(.overloaded, "too much is waiting to be stored")
    case .full: self.init(.unavailable, "the disk is full")
    case .corrupt: self.init(.unavailable, "what is stored cannot be read")
    case .busy, .disk, .noMemory, .closed, .moved, .notCommitted, .unreachable, .conflict, .undecided:
      self.init(.unavailable, "nothing can be stored just now")
    case .constraint, .newerSchema, .misuse: self.init(.internal, "the call failed in the database")
    }
  }
}

extension Problem {
  /// An error of one item among others.
  init(_ fault: Fault) {
    let isConflict = fault.code == .conflict
    self.init(
      title: isConflict ? "Conflict" : "Unprocessable Content", status: isConflict ? 409 : 422, detail: fault.message,
      errors: fault.fields)
  }
}
