import API
import Chronology
import Domain

extension SessionAPI.RecordSession: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    ListeningReport(self).violations(now: now)
  }
}

extension SessionAPI.PatchSession: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let session = ListeningSession(storyId: "", startedAt: start, endedAt: start, completed: false, duration: 0)
    return refusal { _ = try ListeningEdit(self).outcome(for: session, story: nil, now: now) }
  }
}
