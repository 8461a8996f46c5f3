/// Writes JSON text, value after value, without spaces. It places commas and colons, so that every caller's output is
/// well-formed.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object. `members` writes a name before each value.
  public mutating func object<Failure: Error>(
    _ members: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try enclosed(0x7B, 0x7D, members)
  }

  public mutating func list<Failure: Error>(_ items: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
    try enclosed(0x5B, 0x5D, items)
  }

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

  /// As `member`, without the way through a value.
  public mutating func member(_ name: String, text: String) {
    self.name(name)
    self.text(text)
  }

  public mutating func text(_ text: String) {
    separate()
    JSONBytes.append(text, to: &bytes)
  }

  /// Writes well-formed JSON text as it is.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes += json
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

  private mutating func enclosed<Failure: Error>(
    _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(opening)
    needsComma = false
    try content(&self)
    bytes.append(closing)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }
}
