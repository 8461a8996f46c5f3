import Chronology
import Domain

/// Figures in words.
enum Words {
  static func count(_ value: Int) -> String {
    if (0..<1_000).contains(value) { return String(value) }
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "−" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0 && (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `1 book`, `1,200 books`.
  static func count(_ value: Int, _ thing: String, _ things: String? = nil) -> String {
    "\(count(value)) \(value == 1 ? thing : things ?? thing + "s")"
  }

  /// At most one decimal, without it if it is 0 or if the figure has three digits.
  static func number(_ value: Double) -> String {
    let value = clamped(value)
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "−" : ""
    if tenths >= 1_000 || tenths % 10 == 0 { return sign + count(Int(abs(value).rounded())) }
    return "\(sign)\(tenths / 10).\(tenths % 10)"
  }

  /// The shortest form: `950`, `1.2k`, `35k`, `4.1m`.
  static func short(_ value: Double) -> String {
    var (size, place) = (abs(clamped(value)), 0)
    let units = ["", "k", "m", "bn", "tn"]
    while size >= 999.5 && place < units.count - 1 { (size, place) = (size / 1_000, place + 1) }
    let figure = size >= 10 ? count(Int(size.rounded())) : number(size)
    return (value < 0 ? "−" : "") + figure + units[place]
  }

  /// A value below 100 % is never rounded to 100 %.
  static func percent(_ value: Double) -> String {
    let value = min(max(value.isFinite ? value : 0, 0), 100)
    return "\(value < 100 ? min(99, Int(value.rounded())) : 100)%"
  }

  /// `0 m`, `42 m`, `1 h 25 m`, `120 h`.
  static func duration(minutes: Double) -> String {
    let minutes = Int(max(0, clamped(minutes)).rounded())
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest) m" }
    return rest == 0 || hours >= 100
      ? "\(count(rest >= 30 && hours >= 100 ? hours + 1 : hours)) h" : "\(hours) h \(rest) m"
  }

  /// `42 minutes`, `1 hour 25 minutes`.
  static func spokenDuration(minutes: Double) -> String {
    let minutes = Int(max(0, clamped(minutes)).rounded())
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return count(rest, "minute") }
    return rest == 0 ? count(hours, "hour") : "\(count(hours, "hour")) \(count(rest, "minute"))"
  }

  /// `850 m`, `5.2 km`, `3.2 mi`.
  static func distance(metres: Double, in unit: DistanceUnit = .kilometres) -> String {
    let metres = max(0, clamped(metres))
    if unit == .kilometres, metres > 0, metres < 999.5 { return "\(count(Int(metres.rounded()))) m" }
    return "\(number(metres / unit.metres)) \(unit.rawValue)"
  }

  /// `2`, `1 and 2`, `1, 2 and 3`.
  static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  static func clamped(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -PictureLimits.figure), PictureLimits.figure) : 0
  }
}

extension Day {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// `November`.
  var monthName: String { Self.months[civil.month - 1] }
  /// `Nov`.
  var shortMonth: String { String(monthName.prefix(3)) }
  /// `Tuesday`.
  var weekdayName: String { Self.weekdays[self - startOfWeek] }
  /// `17 Nov`.
  var short: String { "\(civil.day) \(shortMonth)" }
  /// `17 November 2026`.
  var long: String { "\(civil.day) \(monthName) \(civil.year)" }
  /// `Tuesday 17 November`.
  var spoken: String {
    let (_, month, day) = civil
    return "\(weekdayName) \(day) \(Self.months[month - 1])"
  }
}
