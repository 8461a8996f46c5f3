/// The value of a placeholder in a statement.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  public static func integer(_ value: Int) -> Value { .integer(Int64(value)) }

  /// Tables store a Boolean as the integer 0 or 1.
  public static func flag(_ value: Bool) -> Value { .integer(value ? 1 : 0) }

  public static func optional(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
  public static func optional(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
  public static func optional(_ value: Double?) -> Value { value.map { .real($0) } ?? .null }
}
