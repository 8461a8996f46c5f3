public import Foundation

/// A value with where it comes from. The value's members can be read right through it: `answer.totalStories`.
@dynamicMemberLookup
public struct Answer<Value: Sendable>: Sendable {
  public var value: Value
  public var freshness: Freshness
  /// When the server gave this value, or confirmed it.
  public var asOf: Date

  public init(_ value: Value, _ freshness: Freshness, asOf: Date) {
    self.value = value
    self.freshness = freshness
    self.asOf = asOf
  }

  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }

  /// How old it is; 0 for a clock that was set back.
  public func ageSeconds(at now: Date) -> Double { max(0, now.timeIntervalSince(asOf)) }

  /// Whether to show an offline indicator, with ``asOf`` as its time.
  public var isOffline: Bool { freshness == .lastKnown }

  func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(transform(value), freshness, asOf: asOf)
  }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// Gets what was known before, as soon as the server is asked for something newer; it is not called when nothing is
/// asked or nothing is known.
public typealias ShowKept<Value: Sendable> = @MainActor @Sendable (Answer<Value>) -> Void

/// For a question whose answer holds more than the screen shows.
func partly<Whole: Sendable, Part: Sendable>(
  _ show: ShowKept<Part>?, _ part: @escaping @Sendable (Whole) -> Part
) -> ShowKept<Whole>? {
  guard let show else { return nil }
  return { answer in show(answer.map(part)) }
}

public enum Freshness: Sendable, Hashable {
  /// The server was asked just now.
  case live
  /// Asked less than five minutes ago, and nothing was written since.
  case cached
  /// The server is being asked: this is what it said before.
  case kept
  /// The server cannot be reached: this is what it said last.
  case lastKnown
}
