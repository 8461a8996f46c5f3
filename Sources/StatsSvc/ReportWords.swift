import Chronology
import Domain

/// Figures in words.
enum ReportWords {
  static func count(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// One decimal, which is left out if it is 0.
  static func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e15), 1e15) * 10).rounded())
    let whole = count(tenths / 10)
    return tenths % 10 == 0 ? whole : "\(whole).\(tenths.magnitude % 10)"
  }

  static func optional(_ value: Double?, _ unit: String) -> String {
    value.map { "\(number($0))\(unit)" } ?? "none"
  }

  /// `1 h 25 m`.
  static func minutes(_ minutes: Double) -> String {
    let whole = Int(min(max(minutes, 0), 1e15).rounded(.down))
    let (hours, rest) = (whole / 60, whole % 60)
    return hours == 0 ? "\(rest) m" : rest == 0 ? "\(count(hours)) h" : "\(count(hours)) h \(rest) m"
  }

  static func kilometres(_ metres: Double) -> String { "\(number(metres / 1_000)) km" }

  static func days(_ days: Int) -> String { "\(count(days)) \(days == 1 ? "day" : "days")" }

  /// `8:30`, from minutes per kilometre.
  static func pace(_ pace: Double?) -> String {
    guard let pace, pace.isFinite, pace < 1e6 else { return "none" }
    let seconds = Int((pace * 60).rounded())
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) min/km"
  }

  static func day(_ day: Day) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let (year, month, number) = day.civil
    return "\(number) \(months[month - 1]) \(year)"
  }

  static func day(_ instant: Instant?, in view: StatsView) -> String {
    instant.map { day(view.calendar.day(of: $0)) } ?? "open"
  }
}

extension ReadingTimeframe {
  var words: String {
    switch self {
    case .week: "this week"
    case .month: "this month"
    case .year: "this year"
    case .allTime: "all time"
    }
  }

  /// A range that ends today. All time shows the last year.
  var activityDays: ActivityDays {
    switch self {
    case .week: .week
    case .month: .month
    case .year, .allTime: .year
    }
  }

  var ruckPeriod: RuckPeriod {
    switch self {
    case .week: .weekly
    case .month: .monthly
    case .year: .yearly
    case .allTime: .allTime
    }
  }
}
