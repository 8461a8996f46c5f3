public import CBOR

/// The response to a call, not decoded.
public enum RawResponse {
  /// One well-formed CBOR item, which exists only during the callback. `isValid` is true if it is known to be valid
  /// too.
  case reply(UnsafeRawBufferPointer, isValid: Bool)
  case fault(Fault)
}
