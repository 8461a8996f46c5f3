extension ListeningRules {
  /// The outcome of a report or an edit.
  public enum Outcome: Hashable, Sendable {
    case recorded(ListeningSession, anomalies: [ListeningAnomaly])
    case changed(from: ListeningSession, to: ListeningSession, anomalies: [ListeningAnomaly])
    case unchanged(ListeningSession)

    /// The session after the write.
    public var session: ListeningSession {
      switch self {
      case .recorded(let session, _), .changed(_, let session, _), .unchanged(let session): session
      }
    }

    /// The anomalies to report for this write. The session may have older ones.
    public var anomalies: [ListeningAnomaly] {
      switch self {
      case .recorded(_, let anomalies), .changed(_, _, let anomalies): anomalies
      case .unchanged: []
      }
    }

    public var isNew: Bool {
      if case .recorded = self { true } else { false }
    }
  }
}
