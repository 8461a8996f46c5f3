public import CBOR

/// A reply that is made into bytes where it is made, on a thread that may take its time: to encode megabytes on the
/// loop would hold up all other calls.
public struct Encoded<Value: Codable & Sendable>: Sendable {
  @usableFromInline let raw: RawCBOR

  public init(_ value: Value) throws(Fault) {
    raw = RawCBOR(bytes: try CBOREncoder.encode(value))
  }

  /// The value once more.
  public func decoded() throws(Fault) -> Value {
    try CBORDecoder.decode(Value.self, from: raw.bytes)
  }
}
