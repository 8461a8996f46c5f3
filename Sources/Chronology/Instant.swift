/// A point in time, in whole seconds since 1970-01-01T00:00:00Z. All rules use whole seconds.
public struct Instant: Hashable, Comparable, Sendable {
  public var seconds: Int64

  @inlinable
  public init(seconds: Int64) {
    self.seconds = seconds
  }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.seconds < right.seconds
  }

  @inlinable
  public static func - (left: Instant, right: Instant) -> Int64 {
    left.seconds - right.seconds
  }

  @inlinable
  public static func + (left: Instant, seconds: Int64) -> Instant {
    Instant(seconds: left.seconds + seconds)
  }
}

/// Coders that know instants, such as CBOR with tag 1, do not use this. All others write the seconds.
extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    seconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}
