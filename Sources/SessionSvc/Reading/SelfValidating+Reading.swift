import API
import Chronology
import Domain

extension SessionAPI.SaveWork: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    violations { try LibraryRules.check(Work(self), isbn: isbn.value) }
  }
}

extension SessionAPI.SaveEntry: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    LibraryEdit(self).violations(work: nil)
  }
}

extension SessionAPI.PatchEntry: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    LibraryEdit(self).violations(work: nil)
  }
}

extension SessionAPI.AddRead: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] { ReadEdit(self).violations() }
}

extension SessionAPI.PatchRead: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] { ReadEdit(self).violations() }
}

extension SessionAPI.RecordReading: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let work = Work(id: workId, title: "")
    return violations { _ = try ReadingRules.outcome(of: ReadingSession(self), work: work, known: nil, now: now) }
  }
}

extension SessionAPI.PatchReadingSession: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let session = ReadingSession(workId: "", startedAt: start, endedAt: start, startPage: 0, endPage: 0)
    return violations { _ = try ReadingEdit(self).outcome(for: session, work: nil, now: now) }
  }
}

extension SessionAPI.StopTimer: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let timer = ReadingTimer(workId: "", startedAt: endedAt ?? now, startPage: 0)
    return violations {
      _ = try ReadingRules.session(of: timer, endPage: endPage, endedAt: endedAt, work: nil, now: now)
    }
  }
}
