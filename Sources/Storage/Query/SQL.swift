/// One statement with `$1`, `$2` … for its values, in words that SQLite and PostgreSQL both know. It is a literal of
/// the program: nothing a client sent can become part of one, and its address is its identity in the cache of
/// statements.
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
