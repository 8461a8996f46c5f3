import API
import Chronology
import Domain

extension SessionAPI.RecordListening: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    ListeningReport(self).violations(now: now)
  }
}

extension SessionAPI.PatchListeningSession: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let session = ListeningSession(storyId: "", startedAt: start, endedAt: start, completed: false, duration: 0)
    return violations { _ = try ListeningEdit(self).outcome(for: session, story: nil, now: now) }
  }
}
