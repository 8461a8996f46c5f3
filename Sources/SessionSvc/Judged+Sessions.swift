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

extension SessionAPI.RecordReading: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let work = Work(id: workId, title: "")
    return refusal { _ = try ReadingRules.outcome(of: ReadingSession(self), work: work, known: nil, now: now) }
  }
}

extension SessionAPI.PatchReading: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let session = ReadingSession(workId: "", startedAt: start, endedAt: start, startPage: 0, endPage: 0)
    return refusal { _ = try ReadingEdit(self).outcome(for: session, work: nil, now: now) }
  }
}

extension SessionAPI.StopTimer: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let timer = ReadingTimer(workId: "", startedAt: endedAt ?? now, startPage: 0)
    return refusal {
      _ = try ReadingRules.session(of: timer, endPage: endPage, endedAt: endedAt, work: nil, now: now)
    }
  }
}

extension SessionAPI.RecordRuck: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    refusal { _ = try RuckRules.outcome(of: Ruck(self), known: nil, now: now) }
  }
}

extension SessionAPI.PatchRuck: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let ruck = Ruck(startedAt: start, endedAt: start, distance: 0, loadWeight: 0)
    return refusal { _ = try RuckEdit(self).outcome(for: ruck, now: now) }
  }
}
