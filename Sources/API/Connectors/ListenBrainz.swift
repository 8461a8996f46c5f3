public import Chronology
public import Proto

// Calls of the connector ListenBrainz.
extension SessionAPI {
  /// A track that a client reports as heard.
  public struct Listen: Codable, Hashable, Sendable {
    public var listenedAt: Instant
    public var artist: String
    public var track: String
    public var release: String?
    /// Seconds, or nil if the length is unknown.
    public var seconds: Double?
    /// The object `additional_info` as JSON text.
    public var information: [UInt8]?

    public init(
      listenedAt: Instant, artist: String, track: String, release: String? = nil, seconds: Double? = nil,
      information: [UInt8]? = nil
    ) {
      self.listenedAt = listenedAt
      self.artist = artist
      self.track = track
      self.release = release
      self.seconds = seconds
      self.information = information
    }
  }

  /// Records tracks as sessions. Tracks that were recorded before change nothing.
  public struct RecordListens: Method {
    public typealias API = SessionAPI
    public static let name = "listenbrainz.record"
    public var listens: [Listen]

    public init(listens: [Listen]) { self.listens = listens }

    public struct Reply: Codable, Hashable, Sendable {
      public var added: Int
      public var alreadyThere: Int

      public init(added: Int, alreadyThere: Int) {
        self.added = added
        self.alreadyThere = alreadyThere
      }
    }
  }

  /// Returns the listens between two times, which are exclusive, newest first.
  public struct ListListens: Method {
    public typealias API = SessionAPI
    public static let name = "listenbrainz.list"
    public var after: Int64
    public var before: Int64
    public var count: Int

    public init(after: Int64, before: Int64, count: Int) {
      self.after = after
      self.before = before
      self.count = count
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var listens: [Listen]
      /// The times of the last and the first of all listens; 0 if there are none.
      public var latest: Int64
      public var oldest: Int64

      public init(listens: [Listen], latest: Int64, oldest: Int64) {
        self.listens = listens
        self.latest = latest
        self.oldest = oldest
      }
    }
  }

  public struct CountListens: Method {
    public typealias API = SessionAPI
    public static let name = "listenbrainz.count"

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var count: Int
      public init(count: Int) { self.count = count }
    }
  }
}
