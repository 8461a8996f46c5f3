public import Foundation

/// A value with its origin and age. Members of the value can be read directly: `answer.totalStories`.
@dynamicMemberLookup
public struct Answer<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// The origin of the value.
  public var freshness: Freshness
  /// When the server sent or confirmed the value.
  public var asOf: Date

  /// Creates an answer, for previews and tests.
  public init(_ value: Value, _ freshness: Freshness, asOf: Date) {
    self.value = value
    self.freshness = freshness
    self.asOf = asOf
  }

  /// A member of the value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }

  /// Returns the age in seconds; 0 if the clock was set back.
  public func ageSeconds(at now: Date) -> Double { max(0, now.timeIntervalSince(asOf)) }

  /// Whether the value is shown because the server cannot be reached. Show ``asOf`` as its time.
  public var isOffline: Bool { freshness == .lastKnown }

  func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(transform(value), freshness, asOf: asOf)
  }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// Receives the stored value when a newer one is requested. It is not called if no request is made or
/// no value is stored.
public typealias ShowKept<Value: Sendable> = @MainActor @Sendable (Answer<Value>) -> Void

/// Adapts `show` to a response that contains more than the screen shows.
func projecting<Whole: Sendable, Part: Sendable>(
  _ show: ShowKept<Part>?, _ part: @escaping @Sendable (Whole) -> Part
) -> ShowKept<Whole>? {
  guard let show else { return nil }
  return { answer in show(answer.map(part)) }
}

/// The origin of a value.
public enum Freshness: Sendable, Hashable {
  /// The server sent or confirmed it just now.
  case live
  /// It is less than five minutes old, and nothing was written since.
  case cached
  /// It is a stored value, shown while the server is being asked.
  case kept
  /// The server cannot be reached; it is the last known value.
  case lastKnown
}
