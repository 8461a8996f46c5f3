/// What came of a call, before anybody has looked into it.
public enum RawAnswer {
  /// One CBOR item, good only during the callback.
  case reply(UnsafeRawBufferPointer)
  case fault(Fault)
}
