import Proto
import Service

extension Fault {
  /// Converts a fault of the journal to the fault of the view. It is never the caller's mistake, and a retry may
  /// succeed.
  static func ofJournal(_ fault: Fault, _ log: Log, user: String? = nil) -> Fault {
    switch fault.code {
    case .unavailable, .overloaded, .deadlineExceeded: return fault
    case .cancelled: return journalUnreadable
    case .invalid, .notFound, .conflict, .unauthenticated, .forbidden, .unknownMethod, .internal:
      log.error(
        "cannot read the journal", ["user": user ?? "-", "code": fault.code.rawValue, "reason": fault.message])
      return journalUnreadable
    }
  }

  static let journalUnreadable = Fault(.unavailable, "the journal cannot be read at the moment; retry later")
}
