/// The forms of numbers. They are those that browsers use for `en-US`, `de`, `fr` and `es`.
extension Language {
  /// The mark before the decimals.
  public var decimalMark: String { self == .english ? "." : "," }

  /// Between groups of three digits.
  private var groupMark: String {
    switch self {
    case .english: ","
    case .german, .spanish: "."
    case .french: "\u{202F}"
    }
  }

  /// The least number of digits that are grouped.
  private var leastGrouped: Int { self == .spanish ? 5 : 4 }

  /// Groups the digits of a whole number: `1,200`, `1.200`, `1 200`, `1200`.
  public func grouped(_ value: Int, minus: String = "-") -> String {
    let digits = String(value.magnitude)
    let sign = value < 0 ? minus : ""
    guard digits.utf8.count >= leastGrouped else { return sign + digits }
    var text = sign
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { text += groupMark }
      text.append(digit)
    }
    return text
  }

  /// Appends the sign of a percentage: `42%`, `42 %`.
  public func percent(_ number: String) -> String {
    switch self {
    case .english: "\(number)%"
    case .german, .spanish: "\(number)\u{A0}%"
    case .french: "\(number)\u{202F}%"
    }
  }

  /// Replaces the decimal point of a number.
  public func localized(_ number: String) -> String {
    self == .english ? number : String(number.map { $0 == "." ? "," : $0 })
  }

  /// `2`, `1 and 2`, `1, 2 and 3`.
  public func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(text("list|and")) \(last)"
  }
}
