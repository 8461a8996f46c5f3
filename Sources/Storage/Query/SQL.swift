/// One statement with `$1`, `$2` … for its values, valid in SQLite and PostgreSQL. It is a literal of the program, so
/// no input can become part of it. Its address identifies it in the statement cache.
public struct SQL: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
  let literal: StaticString

  public init(stringLiteral literal: StaticString) {
    self.literal = literal
  }

  public static func == (left: SQL, right: SQL) -> Bool {
    left.literal.utf8Start == right.literal.utf8Start
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt(bitPattern: literal.utf8Start))
  }

  public var description: String { literal.description }
}
