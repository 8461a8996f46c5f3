/// Listening habits. Insights about reading books are ``JourneyInsights``.
public struct ReadingInsights: Codable, Sendable, Hashable {
  /// The mean length of a story in seconds; 0 if there are no stories.
  public var averageStoryLength: Double
  /// The mean number of sessions per story; 0 if there are no stories.
  public var averageListensPerStory: Double
  /// The local hour in which most sessions start, 0…23, or nil if there are fewer than three stories or no sessions.
  public var preferredListeningHour: Int?
  /// The story with the most sessions, or nil if there are no sessions.
  public var mostListenedStory: MostListened?

  /// The story with the most sessions.
  public struct MostListened: Codable, Sendable, Hashable, Identifiable {
    /// The id of the story.
    public var id: String
    /// The title of the story.
    public var title: String
    /// The number of sessions.
    public var playCount: Int

    /// Creates a story, for previews and tests.
    public init(id: String, title: String, playCount: Int) {
      self.id = id
      self.title = title
      self.playCount = playCount
    }
  }

  /// Creates insights, for previews and tests.
  public init(
    averageStoryLength: Double, averageListensPerStory: Double, preferredListeningHour: Int?,
    mostListenedStory: MostListened?
  ) {
    self.averageStoryLength = averageStoryLength
    self.averageListensPerStory = averageListensPerStory
    self.preferredListeningHour = preferredListeningHour
    self.mostListenedStory = mostListenedStory
  }
}
