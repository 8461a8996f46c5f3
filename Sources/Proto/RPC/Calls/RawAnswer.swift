public import CBOR

/// What came of a call, before anybody has looked into it.
public enum RawAnswer {
  /// One CBOR item, good only during the callback. It is well-formed; `isValid` says whether it is known to be valid
  /// too.
  case reply(UnsafeRawBufferPointer, isValid: Bool)
  case fault(Fault)
}
