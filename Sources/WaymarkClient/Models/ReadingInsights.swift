/// What the listening says about the listener.
public struct ReadingInsights: Codable, Sendable, Hashable {
  /// Seconds; 0 without stories.
  public var averageStoryLength: Double
  public var averageListensPerStory: Double
  /// 0…23 on the wall clock; nil with fewer than three stories or without a session.
  public var preferredListeningHour: Int?
  public var mostListenedStory: MostListened?

  public struct MostListened: Codable, Sendable, Hashable, Identifiable {
    public var id: String
    public var title: String
    public var playCount: Int

    public init(id: String, title: String, playCount: Int) {
      self.id = id
      self.title = title
      self.playCount = playCount
    }
  }

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
