import API
import Chronology
import Domain

extension SessionAPI.SaveHero: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    violations { try CatalogueRules.check(Hero(id: id, name: name), heroCount: nil) }
  }
}

extension SessionAPI.SaveStory: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let story = Story(id: id, title: title, heroId: heroId, estimatedDuration: estimatedDuration, createdAt: now)
    return violations {
      _ = try CatalogueRules.story(
        story, createdAt: createdAt, book: StoryBookEdit(self), replacing: nil, heroIsKnown: true, workIsKnown: true,
        now: now)
    }
  }
}
