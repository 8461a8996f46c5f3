/// Writes JSON text, value after value, without spaces. It places commas and colons, so that every caller's output is
/// well-formed.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma: Bool
  /// The spaces at the start of the line that begins before the next value, if one does.
  private var lineIndent: Int?

  /// `isAfterValue`: the text continues an earlier one, which ended with a value, so that a comma comes first.
  public init(isAfterValue: Bool = false) {
    needsComma = isAfterValue
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object. `members` writes a name before each value.
  public mutating func object<Failure: Error>(
    _ members: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginObject()
    try members(&self)
    endObject()
  }

  public mutating func list<Failure: Error>(_ items: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
    beginList()
    try items(&self)
    endList()
  }

  // For text that is written in parts.
  public mutating func beginObject() { open(0x7B) }
  public mutating func endObject() { close(0x7D) }
  public mutating func beginList() { open(0x5B) }
  public mutating func endList() { close(0x5D) }

  /// Starts a line before the next name, value or closing bracket.
  public mutating func breakLine(indent: Int = 0) { lineIndent = indent }

  /// Ends the text with a line break.
  public mutating func endText() { bytes.append(0x0A) }

  /// Writes a member's name. Its value must follow.
  public mutating func name(_ name: String) {
    separate()
    JSONBytes.append(name, to: &bytes)
    bytes.append(0x3A)
    needsComma = false
  }

  public mutating func member(_ name: String, _ value: JSONValue) {
    self.name(name)
    self.value(value)
  }

  /// Writes a member with text. This is faster than to create a `JSONValue` first.
  public mutating func member(_ name: String, text: String) {
    self.name(name)
    self.text(text)
  }

  public mutating func text(_ text: String) {
    separate()
    JSONBytes.append(text, to: &bytes)
  }

  /// Writes a part of a text. The first part begins the value, and the last one ends it.
  public mutating func text(part: String, isFirst: Bool, isLast: Bool) {
    if isFirst { separate() }
    var quoted: [UInt8] = []
    JSONBytes.append(part, to: &quoted)
    bytes += quoted[(isFirst ? 0 : 1)..<(isLast ? quoted.count : quoted.count - 1)]
  }

  /// Writes well-formed JSON text as it is.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes += json
  }

  /// Writes the next part of a value whose beginning is already written.
  public mutating func continueValue(_ json: some Sequence<UInt8>) {
    bytes += json
  }

  /// Writes one value, which `append` appends as JSON text.
  public mutating func appending<Failure: Error>(
    _ append: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    try append(&bytes)
  }

  /// Writes the members of an object, which is JSON text without spaces around it.
  public mutating func members(of object: [UInt8]) {
    guard object.count > 2, object.first == 0x7B, object.last == 0x7D else { return }
    raw(object[1..<(object.count - 1)])
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw(JSONBytes.null)
    case .text(let text): self.text(text)
    case .raw(let json): raw(json)
    case .integer(let number):
      separate()
      JSONBytes.append(number, to: &bytes)
    case .number(let number):
      separate()
      JSONBytes.append(number, to: &bytes)
    case .bool(let flag):
      separate()
      JSONBytes.append(flag, to: &bytes)
    case .list(let items):
      list { writer in for item in items { writer.value(item) } }
    case .object(let members):
      object { writer in for (name, value) in members { writer.member(name, value) } }
    }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    writeLineBreak()
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    writeLineBreak()
    needsComma = true
  }

  private mutating func writeLineBreak() {
    guard let indent = lineIndent else { return }
    bytes.append(0x0A)
    for _ in 0..<indent { bytes.append(0x20) }
    lineIndent = nil
  }
}
