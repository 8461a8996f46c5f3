import Chronology
import Domain
import Storage

extension UserTransaction {
  /// Returns the story for which a connector records, or nil if a person has deleted it. A new story gets the title and
  /// the length. Later the length of a story follows, unless a person has changed it. `estimate` computes it from the
  /// length that was written before. `feed` is where the name of a new story is looked up.
  func connectorStory(
    _ id: String, title: @autoclosure () -> String, feed: String? = nil, _ zones: any ZoneSource,
    estimate: (_ known: Double?, _ isGuess: Bool) -> (Double, isGuess: Bool)
  ) throws -> Story? {
    let story = try CatalogueStore.story(user, id, rows)
    guard var made = try ConnectorStoryStore.story(user, id, rows) else {
      if let story {
        try ConnectorStoryStore.save(ConnectorStory(storyId: id, isGuess: true), of: user, storage)
        return story
      }
      let (seconds, isGuess) = estimate(nil, true)
      let title = title()
      let new = try CatalogueRules.story(
        Story(id: id, title: title, estimatedDuration: seconds, createdAt: now), createdAt: nil, replacing: nil,
        heroIsKnown: true, now: now)
      try save(new, replacing: nil, zones)
      try ConnectorStoryStore.save(
        ConnectorStory(
          storyId: id, title: title, estimate: seconds, isGuess: isGuess,
          misses: feed == nil ? ConnectorStory.isNamed : 0), of: user, storage)
      if let feed { try FeedStore.request(feed, of: user, at: now, pause: SessionLimits.feedSeconds, storage) }
      return new
    }
    guard var changed = story, let known = made.estimate, known == changed.estimatedDuration else { return story }
    let (seconds, isGuess) = estimate(known, made.isGuess)
    guard seconds != known || isGuess != made.isGuess else { return story }
    (made.estimate, made.isGuess) = (seconds, isGuess)
    try ConnectorStoryStore.save(made, of: user, storage)
    changed.estimatedDuration = seconds
    try save(changed, replacing: story, zones)
    return changed
  }
}
