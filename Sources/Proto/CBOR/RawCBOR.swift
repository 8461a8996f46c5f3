/// One well-formed CBOR item, carried as it is: the coder copies its bytes in and out.
public struct RawCBOR: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// A coder that carries raw items does so without coming here.
extension RawCBOR: Codable {
  public init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode([UInt8].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
