public import Proto

/// Transcodes between JSON and CBOR as the edge does, for callers outside of the edge.
public enum Transcode {
  /// Transcodes one JSON value of any type.
  public static func cbor(fromJSON text: [UInt8]) throws(Fault) -> [UInt8] {
    var transcoder = JSONToCBOR()
    var writer = CBORWriter()
    do throws(RequestProblem) {
      try transcoder.item(text.span, 0..<text.count, into: &writer)
    } catch {
      throw Fault(.invalid, error.detail)
    }
    return writer.bytes
  }

  /// Transcodes one CBOR item. Throws if JSON cannot express it.
  public static func json(fromCBOR bytes: [UInt8]) throws(Fault) -> [UInt8] {
    var transcoder = CBORToJSON()
    var text: [UInt8] = []
    do {
      try bytes.withUnsafeBytes { try transcoder.append($0, to: &text) }
    } catch {
      throw Fault(.internal, "the reply cannot be expressed as JSON")
    }
    return text
  }
}
