import Proto

@testable import EdgeHTTP

extension FuzzTarget {
  /// Accepted text must match the grammar of JSON, and written text must be read as the same value.
  func checkJSON(_ bytes: [UInt8]) {
    let isJSON = JSONGrammar.isValid(bytes)
    do throws(RequestProblem) {
      let item = try JSONRoundTrip.read(bytes)
      precondition(isJSON, "invalid JSON is accepted")
      precondition(JSONRoundTrip.isValid(item), "the CBOR is not valid")
      let written = JSONRoundTrip.write(item) ?? []
      precondition(JSONGrammar.isValid(written), "the written JSON is not valid")
      // A number may become an integer once; further round trips must not change it.
      let again = JSONRoundTrip.write(try JSONRoundTrip.read(written)) ?? []
      let third = JSONRoundTrip.write(try JSONRoundTrip.read(again)) ?? []
      precondition(third == again, "a second round trip changes the bytes")
    } catch {
      let isOther = JSONRoundTrip.otherReasons.contains { error.detail.contains($0) }
      precondition(!isJSON || isOther, "valid JSON is rejected: \(error.detail)")
    }
    guard JSONRoundTrip.isValid(bytes), let written = JSONRoundTrip.write(bytes) else { return }
    precondition(JSONGrammar.isValid(written), "the JSON of a reply is not valid")
  }
}

enum JSONRoundTrip {
  static let otherReasons = ["same name", "nested deeper", "out of range", "internal message"]

  static func read(_ json: [UInt8]) throws(RequestProblem) -> [UInt8] {
    var writer = CBORWriter()
    var transcoder = JSONToCBOR()
    try transcoder.item(json.span, 0..<json.count, into: &writer)
    return writer.bytes
  }

  static func write(_ cbor: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var transcoder = CBORToJSON()
    let isWritten = cbor.withUnsafeBytes { (try? transcoder.append($0, to: &output)) != nil }
    return isWritten ? output : nil
  }

  static func isValid(_ cbor: [UInt8]) -> Bool {
    cbor.withUnsafeBytes { bytes in
      do throws(CBORError) { try CBORCheck.valid(bytes) } catch { return false }
      return true
    }
  }
}

/// The grammar of RFC 8259, rule by rule.
struct JSONGrammar {
  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func isValid(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var grammar = JSONGrammar(bytes)
    return grammar.value() && grammar.place == bytes.count
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ text: StaticString) -> Bool {
    let text = Array("\(text)".utf8)
    guard bytes[place...].starts(with: text) else { return false }
    place += text.count
    return true
  }

  private mutating func blanks() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
  }

  private mutating func value() -> Bool {
    blanks()
    defer { blanks() }
    switch next {
    case 0x7B: return members("{", "}") { $0.member() }
    case 0x5B: return members("[", "]") { $0.value() }
    case 0x22: return string()
    default: return take("true") || take("false") || take("null") || number()
    }
  }

  private mutating func members(
    _ opening: StaticString, _ closing: StaticString, _ one: (inout JSONGrammar) -> Bool
  ) -> Bool {
    guard take(opening) else { return false }
    blanks()
    if take(closing) { return true }
    repeat { guard one(&self) else { return false } } while take(",")
    return take(closing)
  }

  private mutating func member() -> Bool {
    blanks()
    guard string() else { return false }
    blanks()
    return take(":") && value()
  }

  private mutating func digits() -> Bool {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    return place > start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      place += 1
      switch byte {
      case 0x22: return true
      case 0x5C: guard escape() else { return false }
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard take("u") else {
      guard let byte = next, "\"\\/bfnrt".utf8.contains(byte) else { return false }
      place += 1
      return true
    }
    guard let unit = hex(), !(0xDC00...0xDFFF).contains(unit) else { return false }
    guard (0xD800...0xDBFF).contains(unit) else { return true }
    guard take("\\u"), let low = hex() else { return false }
    return (0xDC00...0xDFFF).contains(low)
  }

  private mutating func hex() -> UInt32? {
    let text = bytes[place...].prefix(4)
    guard text.count == 4, text.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    place += 4
    return UInt32(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
