import API
import Chronology
import Domain
import Proto
import Service

/// A call that rules can judge by itself, whatever is stored: so that a client whose call could not even be decoded is
/// told what is wrong with the rest of it too.
protocol Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation]
}

extension Judged {
  func fields(now: Instant, _ zones: any ZoneSource) -> [Fault.Field] {
    violations(now: now, zones).map { Fault.Field(field: $0.field, message: $0.message) }
  }

  func refusal(_ judge: () throws -> Void) -> [Rejection.Violation] {
    do {
      try judge()
      return []
    } catch {
      return (error as? Rejection)?.violations ?? []
    }
  }
}

extension SessionAPI.SaveProfile: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    var profile = Profile(createdAt: now)
    profile.dayStart = dayStart ?? 0
    profile.restDaysPerWeek = restDaysPerWeek ?? 0
    if case .set(let name) = displayName { profile.displayName = name }
    let zoneIsKnown = timezone.map { zones.zone(named: $0) != nil } ?? true
    return refusal { try ProfileRules.check(profile, zoneIsKnown: zoneIsKnown) }
  }
}

extension SessionAPI.SaveHero: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    refusal { try CatalogueRules.check(Hero(id: id, name: name), heroCount: nil) }
  }
}

extension SessionAPI.SaveStory: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let story = Story(id: id, title: title, heroId: heroId, estimatedDuration: estimatedDuration, createdAt: now)
    return refusal {
      _ = try CatalogueRules.story(story, createdAt: createdAt, replacing: nil, heroIsKnown: true, now: now)
    }
  }
}

extension SessionAPI.SaveWork: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    refusal { try LibraryRules.check(Work(self)) }
  }
}

extension SessionAPI.SaveEntry: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    refusal {
      _ = try LibraryRules.entry(
        LibraryEntry(self), currentPage: currentPage, replacing: nil, work: Work(id: workId, title: ""), now: now)
    }
  }
}

extension SessionAPI.PatchEntry: Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let entry = LibraryEntry(workId: workId, status: .reading)
    return refusal { _ = try LibraryEdit(self).outcome(for: entry, work: nil, now: now) }
  }
}
