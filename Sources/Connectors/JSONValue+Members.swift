import JSON

extension JSONValue {
  /// Whether the value is an object.
  var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// The member of that name, or nil if it is absent or null.
  func member(_ name: String) -> JSONValue? {
    guard let value = self[name] else { return nil }
    if case .null = value { return nil }
    return value
  }

  var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// The number without its fraction, or nil if it is not a number or beyond 2⁵³.
  var wholeNumber: Int64? {
    guard let double, double.magnitude <= 0x1p53 else { return nil }
    return Int64(double.rounded(.down))
  }
}
