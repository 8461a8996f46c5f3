/// A JSON value. The members of an object keep their order.
public enum JSONValue: Sendable, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([(String, JSONValue)])
  /// Well-formed JSON text, which is written as it is.
  case raw([UInt8])

  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }

  /// The text, or null.
  public static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// Returns a list as JSON text, with a line for each item.
  public static func lines(_ items: [JSONValue]) -> String {
    var writer = JSONWriter()
    writer.list { writer in
      for (index, item) in items.enumerated() {
        if index > 0 { writer.breakLine(indent: 1) }
        writer.value(item)
      }
    }
    return writer.text
  }

  /// The value as JSON text.
  public var json: String { String(decoding: bytes, as: UTF8.self) }
}
