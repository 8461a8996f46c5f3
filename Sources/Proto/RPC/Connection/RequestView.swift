import CBOR

/// A request in the receive buffer. Its bytes are well-formed CBOR; this type checks that they are a request.
struct RequestView {
  /// The parts of a request in an unusual form, which are copied.
  private final class Assembled {
    let method: [UInt8]?
    let meta: CallMeta

    init(method: [UInt8]?, meta: CallMeta) {
      self.method = method
      self.meta = meta
    }
  }

  private let item: CBORItem
  /// Not checked to be UTF-8: it is compared with names that are.
  private var method: Part?
  private var usualMeta = MetaView()
  private var assembled: Assembled?
  private var argumentPart: Part
  /// Whether the argument is known to be valid.
  private(set) var isValid = false

  var argument: UnsafeRawBufferPointer { argumentPart.bytes(in: item) }
  var deadline: Int? { assembled == nil ? usualMeta.deadline : assembled?.meta.deadline }

  func context(arrival: UInt64) -> CallContext {
    if let assembled { return CallContext(assembled.meta, arrival: arrival) }
    return CallContext(usualMeta, in: item, arrival: arrival)
  }

  /// A payload that is CBOR but not a request fails only this call.
  init(_ frame: FrameView) throws(Fault) {
    if frame.isValid, let view = RequestView(usual: frame.payload) {
      self = view
    } else {
      try self.init(anyForm: frame.payload, isValid: frame.isValid)
    }
  }

  /// Reads the form that clients usually write, from valid bytes: definite lengths and only known members of the meta.
  /// Returns nil for anything else.
  private init?(usual payload: UnsafeRawBufferPointer) {
    guard let base = payload.baseAddress else { return nil }
    item = CBORItem(base)
    guard item.byte(0) == 0x83, let name = item.definiteText(at: 1) else { return nil }
    var offset = item.end(at: 1)
    guard let meta = MetaView(usual: item, at: &offset) else { return nil }
    method = Part(name, in: item)
    usualMeta = meta
    argumentPart = Part(UnsafeRawBufferPointer(rebasing: payload[offset...]), in: item)
    isValid = true
  }

  private init(anyForm payload: UnsafeRawBufferPointer, isValid: Bool) throws(Fault) {
    self.isValid = isValid
    guard let base = payload.baseAddress else { throw RequestView.shapeless }
    item = CBORItem(base)
    var reader = CBORReader(payload)
    do {
      guard case .array(let count) = try reader.next(), count == nil || count == 3 else {
        throw RequestView.shapeless
      }
      var pieces: [UInt8]?
      switch try reader.next() {
      case .text(let name): method = Part(name, in: item)
      case .textInPieces: pieces = try reader.restOfText()
      default: throw Fault(.invalid, "the method must be text")
      }
      if !isValid { try RequestView.checkMeta(at: reader.offset, in: payload) }
      var metaReader = MetaReader()
      try metaReader.read(&reader)
      assembled = Assembled(method: pieces, meta: metaReader.meta)
      let start = reader.offset
      // A break ends the array: the argument is missing.
      guard start < payload.count, payload[start] != 0xFF else { throw RequestView.shapeless }
      if count != nil {
        // The payload is one well-formed array of three items, so the rest is the third.
        argumentPart = Part(UnsafeRawBufferPointer(rebasing: payload[start...]), in: item)
      } else {
        try reader.skip()
        argumentPart = Part(UnsafeRawBufferPointer(rebasing: payload[start..<reader.offset]), in: item)
        guard case .end = try reader.next() else { throw RequestView.shapeless }
      }
    } catch let fault as Fault {
      throw fault
    } catch {
      throw RequestView.shapeless
    }
  }

  /// An error within the argument is reported later, when the argument is decoded.
  private static func checkMeta(at start: Int, in payload: UnsafeRawBufferPointer) throws {
    let end = try CBORCheck.end(ofItemAt: start, in: payload)
    let meta = UnsafeRawBufferPointer(rebasing: payload[start..<end])
    do {
      try CBORCheck.valid(meta)
    } catch {
      let path = CBORPath.path(to: error.offset, in: meta).clipped(toBytes: CBORLimits.nameBytes)
      throw MetaReader.invalid(path, error.reason == .duplicateKey ? "occurs twice" : "is not UTF-8")
    }
  }

  private static let shapeless = Fault(.invalid, "a request must be an array of method, meta and argument")

  func withMethod<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let method { return try body(method.bytes(in: item)) }
    let assembled = assembled?.method ?? []
    return try assembled.withUnsafeBufferPointer { name throws(Failure) in
      try body(UnsafeRawBufferPointer(name))
    }
  }
}

extension CBORReader {
  /// Joins the rest of a text in chunks.
  mutating func restOfText() throws(CBORError) -> [UInt8] {
    var whole: [UInt8] = []
    while case .text(let piece) = try next() { whole.append(contentsOf: piece) }
    return whole
  }
}
