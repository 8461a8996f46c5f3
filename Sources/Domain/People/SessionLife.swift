public import Chronology

/// The life of browser sessions.
public struct SessionLife: Hashable, Sendable {
  public static let days = 2...365
  /// A session ends at the latest this long after its sign-in.
  public static let longestSeconds: Int64 = 365 * 86_400
  /// The end is moved at most this often.
  public static let renewalSeconds: Int64 = 86_400
  /// After a sign-in a session is fresh for this time.
  public static let freshSeconds: Int64 = 10 * 60

  /// A session ends this long after its last use.
  public var seconds: Int64

  public init(seconds: Int64 = 90 * 86_400) {
    self.seconds = seconds
  }

  /// Returns the latest end of a session. `makerEnd` is the end of the token or JWT that signed it in.
  public static func lastEnd(signedInAt: Instant, makerEnd: Instant?) -> Instant {
    let end = signedInAt + longestSeconds
    return makerEnd.map { min($0, end) } ?? end
  }

  /// Returns the end of a session that is used now.
  public func end(usedAt now: Instant, lastEnd: Instant) -> Instant { min(now + seconds, lastEnd) }

  /// Returns the new end of a session that is used now, or nil if it stays.
  public func renewed(_ end: Instant, lastEnd: Instant, usedAt now: Instant) -> Instant? {
    let next = self.end(usedAt: now, lastEnd: lastEnd)
    return next.seconds - end.seconds >= Self.renewalSeconds ? next : nil
  }

  public static func isFresh(signedInAt: Instant, now: Instant) -> Bool {
    // A clock that was set back must not make a session fresh for longer.
    (signedInAt.seconds..<(signedInAt.seconds + freshSeconds)).contains(now.seconds)
  }
}
