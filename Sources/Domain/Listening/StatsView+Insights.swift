public struct ListeningInsights: Codable, Hashable, Sendable {
  public struct Story: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var playCount: Int

    public init(id: String, title: String, playCount: Int) {
      self.id = id
      self.title = title
      self.playCount = playCount
    }
  }

  /// The mean estimated duration of the stories, or 0 if there are none.
  public var averageStoryLength: Double
  /// Sessions per story, or 0 if there are no stories. Sessions of deleted stories count.
  public var averageListensPerStory: Double
  /// The local hour in which most sessions started, or nil for fewer than 3 stories or no sessions.
  public var preferredListeningHour: Int?
  /// The existing story with the most sessions.
  public var mostListenedStory: Story?

  static let fewestStoriesForAnHour = 3

  public init(
    averageStoryLength: Double, averageListensPerStory: Double, preferredListeningHour: Int?, mostListenedStory: Story?
  ) {
    self.averageStoryLength = averageStoryLength
    self.averageListensPerStory = averageListensPerStory
    self.preferredListeningHour = preferredListeningHour
    self.mostListenedStory = mostListenedStory
  }
}

extension StatsView {
  public mutating func insights() -> ListeningInsights {
    if let cachedInsights { return cachedInsights }
    let tallies = fold.history.tallies()
    let storyCount = Double(fold.stories.count)
    let length = DecimalSum(fold.stories.existing.lazy.map(\.story.estimatedDuration)).value
    let sessionCount = fold.history.totals().count
    let computed = ListeningInsights(
      averageStoryLength: storyCount == 0 ? 0 : (length / storyCount).clampedToFinite,
      averageListensPerStory: storyCount == 0 ? 0 : Double(sessionCount) / storyCount,
      preferredListeningHour: fold.stories.count < ListeningInsights.fewestStoriesForAnHour || sessionCount == 0
        ? nil : Self.preferredHour(of: tallies.hours),
      mostListenedStory: fold.mostListened(of: tallies.stories))
    cachedInsights = computed
    return computed
  }

  /// Most sessions, then more seconds, then the earlier hour.
  private static func preferredHour(of hours: [Tally]) -> Int? {
    hours.indices.max { left, right in
      if hours[left].count != hours[right].count { return hours[left].count < hours[right].count }
      if hours[left].seconds != hours[right].seconds { return hours[left].seconds < hours[right].seconds }
      return left > right
    }
  }
}

extension ListeningFold {
  /// Most sessions, then more seconds, then the later last session, then the smaller id. Deleted stories do not count.
  func mostListened(of tallies: [StoryTally]) -> ListeningInsights.Story? {
    let ids = stories.ids
    let most = tallies.filter { $0.tally.count > 0 && stories[Int($0.story)] != nil }.max { left, right in
      if left.tally.count != right.tally.count { return left.tally.count < right.tally.count }
      if left.tally.seconds != right.tally.seconds { return left.tally.seconds < right.tally.seconds }
      if left.lastEnd != right.lastEnd { return left.lastEnd < right.lastEnd }
      return ids[Int(left.story)] > ids[Int(right.story)]
    }
    guard let most, let story = stories[Int(most.story)] else { return nil }
    return ListeningInsights.Story(id: story.id, title: story.title, playCount: most.tally.count)
  }
}
