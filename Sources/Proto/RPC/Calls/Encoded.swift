public import CBOR

/// A reply that its handler encodes, on a thread that may block. Encoding megabytes on the loop would delay all other
/// calls.
public struct Encoded<Value: Codable & Sendable>: Sendable {
  @usableFromInline let raw: RawCBOR

  public init(_ value: Value) throws(Fault) {
    raw = RawCBOR(bytes: try CBOREncoder.encode(value))
  }

  /// Decodes the value.
  public func decoded() throws(Fault) -> Value {
    try CBORDecoder.decode(Value.self, from: raw.bytes)
  }
}
