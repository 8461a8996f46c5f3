public import Proto

// Calls of the connector gpodder.
extension SessionAPI {
  /// An action of an episode, with its members as the client wrote them.
  public struct EpisodeAction: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
      case download, play, delete, new, flattr
    }

    public var podcast: String
    public var episode: String
    public var guid: String?
    public var device: String?
    public var kind: Kind
    public var timestamp: String?
    public var started: Int64?
    public var position: Int64?
    public var total: Int64?

    public init(
      podcast: String, episode: String, guid: String? = nil, device: String? = nil, kind: Kind,
      timestamp: String? = nil, started: Int64? = nil, position: Int64? = nil, total: Int64? = nil
    ) {
      self.podcast = podcast
      self.episode = episode
      self.guid = guid
      self.device = device
      self.kind = kind
      self.timestamp = timestamp
      self.started = started
      self.position = position
      self.total = total
    }
  }

  /// Stores the actions of one upload. Actions that report listening become sessions.
  public struct RecordEpisodeActions: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.recordActions"
    public var actions: [EpisodeAction]

    public init(actions: [EpisodeAction]) { self.actions = actions }

    public struct Reply: Codable, Hashable, Sendable {
      /// The time of the upload, which grows with every upload.
      public var stamp: Int64
      public var added: Int
      public var alreadyThere: Int
      /// The actions that were not stored or are not listening, by their place in the call, and the reasons.
      public var problems: [ItemProblem]

      public init(stamp: Int64, added: Int, alreadyThere: Int, problems: [ItemProblem]) {
        self.stamp = stamp
        self.added = added
        self.alreadyThere = alreadyThere
        self.problems = problems
      }
    }
  }

  /// An item that a call has skipped.
  public struct ItemProblem: Codable, Hashable, Sendable {
    public var index: Int
    public var reason: String

    public init(index: Int, reason: String) {
      self.index = index
      self.reason = reason
    }
  }

  /// Returns a page of the actions that were uploaded after a time, oldest first.
  public struct ReadEpisodeActions: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.readActions"
    public var since: Int64
    public var podcast: String?
    public var device: String?
    /// Only the latest action of each episode.
    public var isAggregated: Bool
    /// `next` of the last page.
    public var after: Place?

    public init(since: Int64, podcast: String? = nil, device: String? = nil, isAggregated: Bool, after: Place? = nil) {
      self.since = since
      self.podcast = podcast
      self.device = device
      self.isAggregated = isAggregated
      self.after = after
    }

    /// A position in the list, which ends at the upload that was the last one at the first page.
    public struct Place: Codable, Hashable, Sendable {
      public var stamp: Int64
      public var place: Int
      public var last: Int64

      public init(stamp: Int64, place: Int, last: Int64) {
        self.stamp = stamp
        self.place = place
        self.last = last
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var actions: [EpisodeAction]
      /// Nil on the last page.
      public var next: Place?
      /// The time to pass as `since` next time.
      public var stamp: Int64

      public init(actions: [EpisodeAction], next: Place?, stamp: Int64) {
        self.actions = actions
        self.next = next
        self.stamp = stamp
      }
    }
  }

  /// Changes the user's subscriptions, or replaces them all.
  public struct ChangeSubscriptions: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.changeSubscriptions"
    /// The device that uploads. It is created if it does not exist.
    public var device: String
    public var add: [String]
    public var remove: [String]
    /// Whether all subscriptions that are not in `add` end.
    public var replacesAll: Bool

    public init(device: String, add: [String], remove: [String] = [], replacesAll: Bool = false) {
      self.device = device
      self.add = add
      self.remove = remove
      self.replacesAll = replacesAll
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var stamp: Int64
      /// Subscriptions that were not added because the user has too many.
      public var rejected: Int

      public init(stamp: Int64, rejected: Int) {
        self.stamp = stamp
        self.rejected = rejected
      }
    }
  }

  /// Returns the subscriptions that have changed after a time, in the order of their changes.
  public struct FetchSubscriptions: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.subscriptions"
    public var since: Int64

    public init(since: Int64) { self.since = since }

    public struct Reply: Codable, Hashable, Sendable {
      public var added: [Subscription]
      public var removed: [String]
      public var stamp: Int64

      public init(added: [Subscription], removed: [String], stamp: Int64) {
        self.added = added
        self.removed = removed
        self.stamp = stamp
      }
    }
  }

  public struct Subscription: Codable, Hashable, Sendable {
    public var url: String
    /// Nil if the feed has not been read.
    public var title: String?

    public init(url: String, title: String?) {
      self.url = url
      self.title = title
    }
  }

  public struct ListPodcastDevices: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.devices"

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var devices: [PodcastDevice]
      /// The number of the user's subscriptions.
      public var subscriptions: Int

      public init(devices: [PodcastDevice], subscriptions: Int) {
        self.devices = devices
        self.subscriptions = subscriptions
      }
    }
  }

  public struct PodcastDevice: Codable, Hashable, Sendable {
    public var id: String
    public var caption: String
    public var type: String

    public init(id: String, caption: String, type: String) {
      self.id = id
      self.caption = caption
      self.type = type
    }
  }

  /// Creates a device, or changes what is given.
  public struct SavePodcastDevice: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "gpodder.saveDevice"
    public var id: String
    public var caption: String?
    public var type: String?

    public init(id: String, caption: String?, type: String?) {
      self.id = id
      self.caption = caption
      self.type = type
    }
  }

  /// Makes a cookie for clients that sign in once. It ends with its token.
  public struct OpenPodcastSession: Method {
    public typealias API = SessionAPI
    public static let name = "gpodder.openSession"
    /// The SHA-256 of the token.
    public var token: [UInt8]
    /// The SHA-256 of a secret that the caller derives from the token, if the cookie has this secret.
    public var cookie: [UInt8]?

    public init(token: [UInt8], cookie: [UInt8]? = nil) {
      self.token = token
      self.cookie = cookie
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// A new secret; empty if the caller has one.
      public var secret: String
      public var seconds: Int64

      public init(secret: String, seconds: Int64) {
        self.secret = secret
        self.seconds = seconds
      }
    }
  }

  /// Ends a cookie of the user, if there is one.
  public struct ClosePodcastSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "gpodder.closeSession"
    /// The SHA-256 of the cookie.
    public var cookie: [UInt8]

    public init(cookie: [UInt8]) { self.cookie = cookie }
  }
}
