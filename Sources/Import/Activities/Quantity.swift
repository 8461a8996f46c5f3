/// Converts numbers with units from health apps.
enum Quantity {
  private static let metresOf = ["m": 1.0, "km": 1_000, "cm": 0.01, "mi": 1_609.344, "ft": 0.3048, "yd": 0.9144]
  private static let secondsOf = ["s": 1.0, "sec": 1, "min": 60, "hr": 3_600, "h": 3_600]
  private static let caloriesOf = ["kcal": 1.0, "cal": 1, "kj": 1 / 4.184]

  static func metres(_ value: Double?, _ unit: String?) -> Double? { scaled(value, unit, metresOf) }
  static func seconds(_ value: Double?, _ unit: String?) -> Double? { scaled(value, unit, secondsOf) }
  /// Returns kilocalories, which apps call calories.
  static func calories(_ value: Double?, _ unit: String?) -> Double? { scaled(value, unit, caloriesOf) }

  /// Parses a text such as `12345 cm`.
  static func metres(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    return metres(Texts.number(String(parts[0])), String(parts[1]))
  }

  private static func scaled(_ value: Double?, _ unit: String?, _ factors: [String: Double]) -> Double? {
    guard let value, value.isFinite, value >= 0, let unit, let factor = factors[unit.lowercased()] else { return nil }
    return value * factor
  }
}
