/// One token of CBOR. The pointers are valid as long as the bytes of the reader.
public enum CBORToken {
  case unsigned(UInt64)
  /// −1 − the value.
  case negative(UInt64)
  case bytes(UnsafeRawBufferPointer)
  /// Not checked to be UTF-8.
  case text(UnsafeRawBufferPointer)
  /// The start of an indefinite string: chunks of this type follow, up to an `end`.
  case bytesInPieces
  case textInPieces
  /// This many items follow; with nil, items follow up to an `end`.
  case array(UInt64?)
  /// This many pairs follow; with nil, pairs follow up to an `end`.
  case map(UInt64?)
  /// The tagged item follows.
  case tag(UInt64)
  case bool(Bool)
  case null
  case undefined
  case simple(UInt8)
  case float(Double)
  /// The break at the end of an indefinite item.
  case end
}
