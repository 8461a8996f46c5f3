/// JSON that is built by hand, its members in the order that they are given.
indirect enum JSONValue: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Int)
  case bool(Bool)
  case list([JSONValue])
  case object([(String, JSONValue)])
  /// Written as it stands.
  case raw([UInt8])

  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }

  func write(to output: inout [UInt8]) {
    switch self {
    case .text(let text): JSONBytes.append(text, to: &output)
    case .number(let number): JSONBytes.append(number, to: &output)
    case .bool(let value): JSONBytes.append(value, to: &output)
    case .raw(let bytes): output += bytes
    case .list(let items):
      output.append(0x5B)
      for (index, item) in items.enumerated() {
        if index > 0 { output.append(Bytes.comma) }
        item.write(to: &output)
      }
      output.append(0x5D)
    case .object(let members):
      output.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(Bytes.comma) }
        JSONBytes.append(member.0, to: &output)
        output.append(Bytes.colon)
        member.1.write(to: &output)
      }
      output.append(0x7D)
    }
  }

  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
