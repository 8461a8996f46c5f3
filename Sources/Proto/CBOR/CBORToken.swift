/// The next thing in a row of CBOR bytes. The pointers live as long as the bytes that the reader was made of.
public enum CBORToken {
  case unsigned(UInt64)
  /// −1 − the value.
  case negative(UInt64)
  case bytes(UnsafeRawBufferPointer)
  /// Not checked to be UTF-8.
  case text(UnsafeRawBufferPointer)
  /// Pieces follow, each a `bytes` or a `text` as this says, up to a `end`.
  case bytesInPieces
  case textInPieces
  /// So many items follow; nil: items follow up to an `end`.
  case array(UInt64?)
  /// So many pairs follow; nil: pairs follow up to an `end`.
  case map(UInt64?)
  /// One item follows, which this is about.
  case tag(UInt64)
  case bool(Bool)
  case null
  case undefined
  case simple(UInt8)
  case float(Double)
  /// The break that ends what has no length of its own.
  case end
}
