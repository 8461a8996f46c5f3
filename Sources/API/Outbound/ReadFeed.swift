public import Proto

extension OutboundAPI {
  /// Reads a podcast's feed and returns the titles of some of its episodes.
  public struct ReadFeed: Method {
    public typealias API = OutboundAPI
    public static let name = "outbound.readFeed"

    public var url: String
    /// The tag of the version that is known. If it is still current, the reply has the status 304 and no titles.
    public var entityTag: String?
    /// The guids and URLs of the episodes.
    public var wanted: [String]

    public init(url: String, entityTag: String? = nil, wanted: [String]) {
      self.url = url
      self.entityTag = entityTag
      self.wanted = wanted
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var failure: Fetch.Failure?
      public var status: Int
      public var entityTag: String?
      /// The title of the podcast.
      public var title: String?
      public var episodes: [Episode]

      public init(
        failure: Fetch.Failure? = nil, status: Int = 0, entityTag: String? = nil, title: String? = nil,
        episodes: [Episode] = []
      ) {
        self.failure = failure
        self.status = status
        self.entityTag = entityTag
        self.title = title
        self.episodes = episodes
      }
    }

    public struct Episode: Codable, Hashable, Sendable {
      /// The guid or the URL that was wanted.
      public var name: String
      public var title: String

      public init(name: String, title: String) {
        self.name = name
        self.title = title
      }
    }
  }
}
