public import Chronology

/// The rules for heroes and stories.
public enum CatalogueRules {
  public static let mostHeroes = 10_000

  /// If the hero is new, `heroCount` is the number of existing heroes.
  public static func check(_ hero: Hero, heroCount: Int?) throws(Rejection) {
    var violations = TextRules.violations(ofId: hero.id, "id") + TextRules.violations(ofText: hero.name, "name")
    if let heroCount, heroCount >= mostHeroes {
      violations.append(.init("id", "is one more than the limit of \(mostHeroes) heroes; delete one first"))
    }
    try violations.reject()
  }

  /// Returns the story to store. It keeps the first `createdAt`, and the favourite mark if none is sent.
  public static func story(
    _ sent: Story, createdAt: Instant?, isFavorite: Bool? = nil, book: StoryBookEdit = StoryBookEdit(),
    replacing old: Story?, heroIsKnown: Bool, workIsKnown: Bool = false, now: Instant
  ) throws(Rejection) -> Story {
    var violations = TextRules.violations(ofId: sent.id, "id") + TextRules.violations(ofText: sent.title, "title")
    if let heroId = sent.heroId {
      let illegal = TextRules.violations(ofId: heroId, "heroId")
      violations += illegal
      if illegal.isEmpty && !heroIsKnown { violations.append(.init("heroId", "is not the id of a hero")) }
    }
    if !(sent.estimatedDuration > 0 && sent.estimatedDuration.isFinite) {
      violations.append(.init("estimatedDuration", "must be a finite number greater than 0"))
    }
    if let createdAt, createdAt < .earliestText || createdAt > .latestText {
      violations.append(.init("createdAt", "must be in the years 0001 to 9999"))
    }
    violations += book.violations(workIsKnown: workIsKnown)
    try violations.reject()
    var story = sent
    book.apply(to: &story, replacing: old)
    story.createdAt = old?.createdAt ?? createdAt ?? now
    story.isFavorite = isFavorite ?? old?.isFavorite ?? false
    return story
  }
}
