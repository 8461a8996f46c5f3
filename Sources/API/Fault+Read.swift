public import Proto

extension Fault {
  /// Converts a fault of the journal to the fault of a read. It is never the caller's mistake, and a retry may succeed.
  public static func ofRead(_ fault: Fault) -> Fault {
    switch fault.code {
    case .unavailable, .overloaded, .deadlineExceeded: fault
    case .cancelled, .invalid, .notFound, .conflict, .unauthenticated, .forbidden, .unknownMethod, .internal:
      journalUnreadable
    }
  }

  public static let journalUnreadable = Fault(.unavailable, "the journal cannot be read at the moment; retry later")
}
