/// One encoded, well-formed CBOR item. The coder copies its bytes.
public struct RawCBOR: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// Our coder copies the bytes without calling these.
extension RawCBOR: Codable {
  public init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode([UInt8].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
