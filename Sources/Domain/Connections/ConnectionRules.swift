public import Chronology

/// The rules for connections.
public enum ConnectionRules {
  public static let mostConnections = 10
  public static let longestURL = 1_000
  public static let longestSecret = 2_000
  /// Minutes between runs.
  public static let every = 5...1_440
  public static let usualEvery = 15
  /// The sessions of one connection.
  public static let mostSessions = 100_000
  /// The time between two runs that read the list to its end.
  public static let wholeSeconds: Int64 = 86_400
  /// The time until the next attempt at a server that rejects the secret.
  public static let rejectedSeconds: Int64 = 86_400
  static let longestPause: Int64 = 6 * 3_600
  static let longestRetryAfter: Int64 = 86_400
  static let jitter = 0.1
  static let keptProblems = 20
  /// The new stories whose covers are remembered, those that one run requests again, and the runs that do so.
  static let awaitedCovers = 1_000
  static let coversPerRun = 50
  static let coverAttempts = 5

  /// `isAddress` is whether the URL is an http or https address without credentials.
  public static func violations(url: String, isAddress: Bool) -> [Rejection.Violation] {
    guard isAddress, url.utf8.count <= longestURL, !url.contains("?"), !url.contains("#") else {
      return [
        .init(
          "url",
          "must be an http or https address of at most 1000 characters, without credentials, a query or a fragment")
      ]
    }
    return []
  }

  /// The secret becomes a part of a header.
  public static func violations(secret: String) -> [Rejection.Violation] {
    let isSendable = secret.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isSendable, (1...longestSecret).contains(secret.utf8.count) else {
      return [.init("secret", "must be 1 to 2000 visible ASCII characters")]
    }
    return []
  }

  public static func violations(every: Int) -> [Rejection.Violation] {
    self.every.contains(every) ? [] : [.init("every", "must be from 5 to 1440 minutes")]
  }

  /// The pause doubles with each failure, up to six hours, unless the server states another one.
  static func pause(every: Int, failures: Int, retryAfter: Int64?, dice: Double) -> Int64 {
    if let retryAfter { return min(max(retryAfter, 1), longestRetryAfter) }
    let doubled = Int64(every) * 60 << Int64(min(max(failures - 1, 0), 12))
    let pause = max(min(doubled, longestPause), Int64(every) * 60)
    return Int64((Double(pause) * (1 + jitter * (2 * dice - 1))).rounded())
  }
}

/// A listening session as another server describes it.
public struct ForeignSession: Codable, Hashable, Sendable {
  public var id: String
  public var storyId: String
  public var title: String
  /// The length of the item, or 0 if it is unknown.
  public var length: Double
  public var startedAt: Instant
  public var endedAt: Instant
  public var completed: Bool
  public var duration: Double
  public var authors: [String]
  public var isbn: String?
  public var asin: String?

  public init(
    id: String, storyId: String, title: String, length: Double, startedAt: Instant, endedAt: Instant, completed: Bool,
    duration: Double, authors: [String] = [], isbn: String? = nil, asin: String? = nil
  ) {
    self.id = id
    self.storyId = storyId
    self.title = title
    self.length = length
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
    self.authors = authors
    self.isbn = isbn
    self.asin = asin
  }
}

/// A session of another server that was read before.
public struct SeenSession: Hashable, Sendable {
  public var storyId: String
  public var startedAt: Instant
  /// The listening time and the completion that the server reported last.
  public var listened: Double
  public var completed: Bool
  /// The session as it was stored then; nil if the stored one is a person's.
  public var written: ListeningSession?

  public init(_ found: ForeignSession, written: ListeningSession?) {
    self.init(
      storyId: found.storyId, startedAt: found.startedAt, listened: found.duration, completed: found.completed,
      written: written)
  }

  public init(storyId: String, startedAt: Instant, listened: Double, completed: Bool, written: ListeningSession?) {
    self.storyId = storyId
    self.startedAt = startedAt
    self.listened = listened
    self.completed = completed
    self.written = written
  }
}

/// The effect of importing a session of another server.
public enum ConnectionStep: Hashable, Sendable {
  /// Nothing is new.
  case known
  /// It is kept in mind; what a person has recorded, edited or deleted stays as it is.
  case keep(ListeningSession?)
  case record
  case extend(ListeningReport)

  /// `stored` is the user's session of that story and start, and `isDeleted` whether a person has deleted it or its
  /// story.
  public static func step(
    for found: ForeignSession, seen: SeenSession?, stored: ListeningSession?, isDeleted: Bool
  ) -> ConnectionStep {
    guard let seen else {
      if isDeleted { return .keep(nil) }
      guard let stored else { return .record }
      let isEqual = stored.endedAt == found.endedAt && (stored.given ?? stored.duration) == found.duration
      return .keep(isEqual ? stored : nil)
    }
    guard found.duration > seen.listened || (found.completed && !seen.completed) else { return .known }
    guard let written = seen.written, let stored, stored == written else { return .keep(nil) }
    return .extend(
      ListeningReport(
        storyId: found.storyId, startedAt: stored.startedAt, endedAt: max(found.endedAt, stored.endedAt),
        completed: found.completed || stored.completed, duration: found.duration))
  }
}
