import CExpat

/// The start or end of a wanted element.
enum XMLEvent {
  case start(name: String, attributes: [String: String], line: Int)
  /// `text` is the text since the last tag.
  case end(name: String, text: String)
}

/// Parses chunks of an XML text and returns events of the wanted elements. The document type is removed before
/// parsing, so that there are no entities to resolve.
final class XMLReader {
  private let parser: OpaquePointer
  private let wanted: Set<String>
  private var prolog = XMLProlog()
  private var events: [XMLEvent] = []
  private var text: [UInt8] = []
  private var isKept = false
  private var depth = 0
  private var hasType = false
  /// The outermost element has ended.
  private var isOver = false
  private var byteCount = 0
  /// The first error in the text. Events before it have been returned.
  private(set) var failure: (line: Int, reason: String)?

  /// `wanted` contains names without prefixes.
  init(_ wanted: Set<String>) throws(ImportError) {
    guard let made = XML_ParserCreate(nil) else { throw ImportError("not enough memory to read the XML") }
    parser = made
    self.wanted = wanted
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in XMLReader.from(context)?.begin(name, attributes) },
      { context, name in XMLReader.from(context)?.end(name) })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in XMLReader.from(context)?.append(bytes, Int(count)) }
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in XMLReader.from(context)?.rejectDoctype() }
  }

  deinit {
    XML_ParserFree(parser)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
    context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [XMLEvent] {
    if failure != nil { return [] }
    return try parse(try prolog.read(bytes), isLast: false)
  }

  func finish() throws(ImportError) -> [XMLEvent] {
    if failure != nil { return [] }
    return try parse(prolog.finish(), isLast: true)
  }

  private func parse(_ bytes: [UInt8], isLast: Bool) throws(ImportError) -> [XMLEvent] {
    events = []
    byteCount += bytes.count
    let status = bytes.withUnsafeBytes { raw in
      XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), isLast ? 1 : 0)
    }
    if hasType { throw ImportError("the XML has a DOCTYPE that is not at its start; remove it") }
    if depth > ImportLimits.xmlDepth { throw ImportError("the XML is nested deeper than \(ImportLimits.xmlDepth)") }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "damaged"
      // After the root element, expat's reason would depend on where a chunk ends.
      failure = (Int(XML_GetCurrentLineNumber(parser)), isOver ? "trailing bytes after the root element" : reason)
      return events
    }
    // Expat parses an incomplete tag again with each chunk, which costs the square of its length.
    let waiting = byteCount - Int(XML_GetCurrentByteIndex(parser))
    guard isLast || waiting <= ImportLimits.rowBytes else {
      throw ImportError("an XML tag is longer than \(ImportLimits.rowBytes >> 20) MiB")
    }
    return events
  }

  private func begin(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    depth += 1
    if depth > ImportLimits.xmlDepth { XML_StopParser(parser, 0) }
    text.removeAll(keepingCapacity: true)
    let name = Self.local(name)
    isKept = wanted.contains(name)
    guard isKept else { return }
    var attributes: [String: String] = [:]
    var place = 0
    while let list, let key = list[place], let value = list[place + 1], attributes.count < ImportLimits.xmlAttributes {
      attributes[Self.local(key)] = String(cString: value)
      place += 2
    }
    events.append(.start(name: name, attributes: attributes, line: Int(XML_GetCurrentLineNumber(parser))))
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    depth -= 1
    isOver = depth == 0
    let name = Self.local(name)
    if wanted.contains(name) {
      events.append(.end(name: name, text: Texts.trimmed(String(decoding: text, as: UTF8.self))))
    }
    isKept = false
    text.removeAll(keepingCapacity: true)
  }

  private func append(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
    guard isKept, let bytes, text.count < ImportLimits.xmlTextBytes else { return }
    text += UnsafeRawBufferPointer(start: bytes, count: min(count, ImportLimits.xmlTextBytes - text.count))
  }

  private func rejectDoctype() {
    hasType = true
    XML_StopParser(parser, 0)
  }

  private static func local(_ name: UnsafePointer<CChar>?) -> String {
    guard let name else { return "" }
    let whole = String(cString: name)
    guard let colon = whole.utf8.lastIndex(of: 0x3A) else { return whole }
    return String(whole[whole.utf8.index(after: colon)...])
  }
}
