/// A string value from a list that the server may extend. Unlike an enum, it decodes names that this version of the
/// library does not know.
public protocol OpenText: RawRepresentable, Codable, Sendable, Hashable where RawValue == String {
  /// Creates a value from any name.
  init(rawValue: String)
}

extension OpenText {
  /// Decodes the name.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
