public import CBOR

/// The result of a call, not decoded yet.
public enum RawAnswer {
  /// One CBOR item, good only during the callback. It is well-formed; `isValid` says whether it is known to be valid
  /// too.
  case reply(UnsafeRawBufferPointer, isValid: Bool)
  case fault(Fault)
}
