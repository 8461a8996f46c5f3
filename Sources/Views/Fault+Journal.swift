import API
import Proto
import Service

extension Fault {
  /// Converts a fault of the journal to the fault of the view, and logs those that should not happen.
  static func ofJournal(_ fault: Fault, _ log: Log, user: String? = nil) -> Fault {
    switch fault.code {
    case .unavailable, .overloaded, .deadlineExceeded, .cancelled: break
    case .invalid, .notFound, .conflict, .unauthenticated, .forbidden, .unknownMethod, .internal:
      log.error(
        "cannot read the journal", ["user": user ?? "-", "code": fault.code.rawValue, "reason": fault.message])
    }
    return ofRead(fault)
  }
}
