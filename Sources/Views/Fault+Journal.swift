import Proto
import Service

extension Fault {
  /// What a view answers where the journal does not give what it was asked for: that is never the caller's mistake, and
  /// it may be there again.
  static func ofJournal(_ fault: Fault, _ log: Log, user: String? = nil) -> Fault {
    switch fault.code {
    case .unavailable, .overloaded, .deadlineExceeded: return fault
    case .cancelled: return journalUnreadable
    case .invalid, .notFound, .conflict, .unauthenticated, .forbidden, .unknownMethod, .internal:
      log.error(
        "The journal cannot be read", ["user": user ?? "-", "code": fault.code.rawValue, "reason": fault.message])
      return journalUnreadable
    }
  }

  static let journalUnreadable = Fault(.unavailable, "the journal cannot be read just now")
}
