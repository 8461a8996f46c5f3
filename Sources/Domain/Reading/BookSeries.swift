/// A series that a work belongs to.
public struct BookSeries: Codable, Hashable, Sendable {
  public var name: String
  /// The place in the series, such as 2 or 2.5. Nil if it is unknown.
  public var position: Double?

  public init(name: String, position: Double? = nil) {
    self.name = name
    self.position = position
  }
}

// Synthesised coding prefers this overload to the generic one. A work without a series has the same bytes as before
// there were series.
extension KeyedEncodingContainer {
  mutating func encodeIfPresent(_ value: BookSeries?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }
}
