public import Proto

extension StatsAPI {
  public struct FetchInsights: Method {
    public typealias API = StatsAPI
    public static let name = "stats.listeningInsights"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var averageStoryLength: Double
      public var averageListensPerStory: Double
      public var preferredListeningHour: Int?
      public var mostListenedStory: MostListened?

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

    public struct MostListened: Codable, Hashable, Sendable {
      public var id: String
      public var title: String
      public var playCount: Int

      public init(id: String, title: String, playCount: Int) {
        self.id = id
        self.title = title
        self.playCount = playCount
      }
    }
  }
}
