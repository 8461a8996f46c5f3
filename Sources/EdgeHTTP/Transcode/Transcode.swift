public import Proto

/// The edge's way between JSON and CBOR, for callers that have JSON and do not go through it.
public enum Transcode {
  /// One JSON value, of any kind.
  public static func cbor(fromJSON text: [UInt8]) throws(Fault) -> [UInt8] {
    var transcoder = JSONToCBOR()
    var writer = CBORWriter()
    do throws(Refusal) {
      try transcoder.item(text.span, 0..<text.count, into: &writer)
    } catch {
      throw Fault(.invalid, error.detail)
    }
    return writer.bytes
  }

  /// One CBOR item; what JSON has no words for is a fault.
  public static func json(fromCBOR bytes: [UInt8]) throws(Fault) -> [UInt8] {
    var transcoder = CBORToJSON()
    var text: [UInt8] = []
    do {
      try bytes.withUnsafeBytes { try transcoder.append($0, to: &text) }
    } catch {
      throw Fault(.internal, "an answer that JSON cannot express")
    }
    return text
  }
}
