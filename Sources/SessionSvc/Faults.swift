import API
import Domain
import Proto
import Service
import Storage

/// Converts every internal error to a fault.
extension Fault {
  static let accountIsBeingDeleted = Fault(.unauthenticated, "the account is being deleted")
  /// Sent while it is not certain that the account will be deleted.
  static let accountMayBeDeleted = Fault(.unavailable, "the deletion of the account has begun; retry later")
  /// Sent for valid credentials, so that the client retries.
  static let accountWasDeleted = Fault(
    .unavailable, "the account was just deleted; retry in a few seconds to create a new one")

  static func of(_ error: any Error) -> Fault {
    switch error {
    case let fault as Fault: fault
    case let rejection as Rejection: Fault(rejection)
    case ReadRejection.invalid(let rejection): Fault(rejection)
    case ReadRejection.secondOpenRead:
      Fault(.conflict, "another read of this work has the status reading; finish or abandon it first")
    case ReadRejection.followsFromListening:
      Fault(.conflict, "this read follows from listening; only its rating and note can be changed")
    case let error as DatabaseError: Fault(error)
    default: Fault(.internal, "the call failed")
    }
  }

  init(_ error: DatabaseError) {
    switch error.code {
    case .overloaded: self.init(.overloaded, "too many writes are queued; retry later")
    case .full: self.init(.unavailable, "the disk is full; ask the operator to free space")
    case .corrupt: self.init(.unavailable, "stored data is damaged; ask the operator to run 'waymark verify'")
    case .busy, .disk, .noMemory, .closed, .moved, .notCommitted, .unreachable, .conflict, .undecided:
      self.init(.unavailable, "the database is unavailable; retry later")
    case .constraint, .newerSchema, .misuse: self.init(.internal, "the call failed in the database")
    }
  }
}

extension Problem {
  /// The error of one item of a batch.
  init(_ fault: Fault) {
    let isConflict = fault.code == .conflict
    self.init(
      title: isConflict ? "Conflict" : "Unprocessable Content", status: isConflict ? 409 : 422, detail: fault.message,
      errors: fault.fields)
  }
}
