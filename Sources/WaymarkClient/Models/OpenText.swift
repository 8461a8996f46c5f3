/// A value from a list of names that the server may lengthen: an app in the store must not fail on one that it
/// does not know yet.
public protocol OpenText: RawRepresentable, Codable, Sendable, Hashable where RawValue == String {
  init(rawValue: String)
}

extension OpenText {
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
