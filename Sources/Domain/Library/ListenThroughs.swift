public import Chronology

/// The position of a listening session among those of a work.
public struct ListeningPlace: Comparable, Hashable, Sendable {
  public var startedAt: Instant
  public var storyId: String

  public init(startedAt: Instant, storyId: String) {
    self.startedAt = startedAt
    self.storyId = storyId
  }

  public init(_ session: ListeningSession) {
    self.init(startedAt: session.startedAt, storyId: session.storyId)
  }

  public static func < (left: Self, right: Self) -> Bool {
    if left.startedAt != right.startedAt { return left.startedAt < right.startedAt }
    return left.storyId.utf8.lexicographicallyPrecedes(right.storyId.utf8)
  }
}

/// The listen-throughs of a work. The sessions of all its stories follow each other; each completed one ends a
/// listen-through, and the next session begins the next one.
public struct ListenThroughs: Hashable, Sendable {
  public struct Finished: Hashable, Sendable {
    public var first: ListeningPlace
    /// The completing session.
    public var last: ListeningPlace
    public var endedAt: Instant

    /// The id of the read.
    public var id: String {
      ListenThroughs.prefix + SessionIdentifier(storyId: last.storyId, startedAt: last.startedAt).text
    }

    public init(first: ListeningPlace, last: ListeningPlace, endedAt: Instant) {
      self.first = first
      self.last = last
      self.endedAt = endedAt
    }

    public var span: ListeningSpan { ListeningSpan(startedAt: first.startedAt, endedAt: endedAt) }
  }

  /// In order. Only the first ones of very many count, so that a new one never changes an earlier year.
  public private(set) var finished: [Finished] = []
  /// The first session after the last completed one.
  public private(set) var unfinished: ListeningPlace?

  /// `completed` are the first completed sessions in order, at most one more than count. `next` returns the first
  /// session after a position, or the first of all.
  public init(completed: [ListeningSession], next: (ListeningPlace?) throws -> ListeningPlace?) rethrows {
    var previous: ListeningPlace?
    for session in completed.prefix(Self.most) {
      let last = ListeningPlace(session)
      finished.append(Finished(first: try next(previous) ?? last, last: last, endedAt: session.endedAt))
      previous = last
    }
    if completed.count <= Self.most { unfinished = try next(previous) }
  }

  public init() {}

  public static let most = 500
  private static let prefix = "l-"
}

extension Read {
  /// The read of a finished listen-through. The rating, the note and the review are the user's.
  public init(_ finished: ListenThroughs.Finished, rating: Double? = nil, note: String? = nil) {
    self.init(
      id: finished.id, status: .finished, start: .instant(finished.first.startedAt),
      finish: .instant(finished.endedAt), rating: rating, format: .audio, note: note, origin: .listening)
  }
}
