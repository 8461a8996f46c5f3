import API
import Chronology
import Domain
import Service
import Storage

extension ListeningReport {
  /// Errors use the field names that the client sent.
  init(_ call: SessionAPI.RecordListening) {
    self.init(
      storyId: call.storyId, startedAt: call.startedAt ?? call.startTime, endedAt: call.endedAt ?? call.endTime,
      completed: call.completed, duration: call.duration,
      startField: call.startedAt == nil && call.startTime != nil ? "startTime" : "startedAt",
      endField: call.endedAt == nil && call.endTime != nil ? "endTime" : "endedAt")
  }
}

extension ListeningEdit {
  init(_ call: SessionAPI.PatchListeningSession) {
    self.init(
      endedAt: call.endedAt, completed: call.completed, duration: call.duration)
  }
}

extension SessionAPI.ListeningSessionReply {
  init(_ session: ListeningSession, title: String?) {
    self.init(
      id: SessionIdentifier(storyId: session.storyId, startedAt: session.startedAt).text, storyId: session.storyId,
      title: title, startedAt: session.startedAt, endedAt: session.endedAt, completed: session.completed,
      duration: session.duration, capped: session.isCapped,
      anomalies: ListeningRules.anomalies(of: session).map(\.kind.rawValue))
  }
}

extension SessionAPI.Anomaly {
  init(_ stored: StoredAnomaly) {
    self.init(
      id: stored.key, sessionId: SessionIdentifier(storyId: stored.storyId, startedAt: stored.startedAt).text,
      storyId: stored.storyId, kind: stored.anomaly.kind.rawValue, given: stored.anomaly.given,
      stored: stored.anomaly.stored, recordedAt: stored.recordedAt)
  }
}

extension UserTransaction {
  /// Logs anomalies after the commit. The log limits how many of a user it writes.
  func warn(_ outcome: ListeningRules.Outcome, _ log: Log, trace: String?) {
    guard !outcome.anomalies.isEmpty else { return }
    let id = SessionIdentifier(storyId: outcome.session.storyId, startedAt: outcome.session.startedAt).text
    storage.afterCommit { [user] in
      for anomaly in outcome.anomalies {
        log.warning(
          "unusual session duration",
          [
            "kind": anomaly.kind.rawValue, "user": user, "session": id, "given": "\(anomaly.given)",
            "stored": "\(anomaly.stored)",
          ], trace: trace)
      }
    }
  }
}
