/// A request still in the receiver's buffer. Its bytes are known to be well-formed; whether they are a request shows
/// here.
struct RequestView {
  /// Not checked to be UTF-8: it is looked up among names that are.
  var method: UnsafeRawBufferPointer
  /// The method, where it came in pieces.
  var assembledMethod: [UInt8]?
  var meta: CallMeta
  var argument: UnsafeRawBufferPointer
  /// Whether the argument is known to be valid too.
  var isValid = false

  /// A payload that is CBOR and not a request is the caller's mistake, which costs it this call alone.
  init(_ frame: FrameView) throws(Fault) {
    if frame.isValid, let view = RequestView(usual: frame.payload) {
      self = view
    } else {
      try self.init(anyForm: frame.payload)
      isValid = frame.isValid
    }
  }

  /// The form that every client writes, from valid bytes: definite lengths, and no member of the meta that is unknown
  /// to us. Anything else, wrong or only unusual, is nil.
  private init?(usual payload: UnsafeRawBufferPointer) {
    guard let base = payload.baseAddress else { return nil }
    let item = CBORItem(base)
    guard item.byte(0) == 0x83, let name = item.definiteText(at: 1) else { return nil }
    var offset = item.end(at: 1)
    guard let meta = CallMeta(usual: item, at: &offset) else { return nil }
    method = name
    self.meta = meta
    argument = UnsafeRawBufferPointer(rebasing: payload[offset...])
    isValid = true
  }

  private init(anyForm payload: UnsafeRawBufferPointer) throws(Fault) {
    var reader = CBORReader(payload)
    do {
      guard case .array(let count) = try reader.next(), count == nil || count == 3 else {
        throw RequestView.shapeless
      }
      switch try reader.next() {
      case .text(let name): method = name
      case .textInPieces:
        method = UnsafeRawBufferPointer(start: nil, count: 0)
        assembledMethod = try reader.restOfText()
      default: throw Fault(.invalid, "the method must be text")
      }
      var metaReader = MetaReader()
      try metaReader.read(&reader)
      meta = metaReader.meta
      let start = reader.offset
      // A break here would end the array: the argument is missing.
      guard start < payload.count, payload[start] != 0xFF else { throw RequestView.shapeless }
      if count != nil {
        // The payload is one well-formed item, so what is left of three is the third.
        argument = UnsafeRawBufferPointer(rebasing: payload[start...])
      } else {
        try reader.skip()
        argument = UnsafeRawBufferPointer(rebasing: payload[start..<reader.offset])
        guard case .end = try reader.next() else { throw RequestView.shapeless }
      }
    } catch let fault as Fault {
      throw fault
    } catch {
      throw RequestView.shapeless
    }
  }

  private static let shapeless = Fault(.invalid, "a request is an array of method, meta and argument")

  func withMethod<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let assembledMethod else { return body(method) }
    return assembledMethod.withUnsafeBytes(body)
  }
}

extension CBORReader {
  /// The rest of a text that comes in pieces, in one.
  mutating func restOfText() throws(CBORError) -> [UInt8] {
    var whole: [UInt8] = []
    while case .text(let piece) = try next() { whole.append(contentsOf: piece) }
    return whole
  }
}
