/// An empty reply: null on the wire.
public struct Nothing: Codable, Hashable, Sendable {
  public init() {}

  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
