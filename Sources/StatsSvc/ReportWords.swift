import Chronology
import Domain
import Languages

/// Figures in words of a language.
struct ReportWords {
  let language: Language

  init(_ language: Language?) {
    self.language = language ?? .english
  }

  func text(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String { language.text(key, values) }

  func count(_ value: Int) -> String { language.grouped(value) }

  /// `{count}` is the number.
  func plural(_ count: Int, _ one: String, _ other: String) -> String {
    language.plural(count, one, other, ["count": self.count(count)])
  }

  /// One decimal, which is left out if it is 0.
  func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e15), 1e15) * 10).rounded())
    let whole = count(tenths / 10)
    return tenths % 10 == 0 ? whole : "\(whole)\(language.decimalMark)\(tenths.magnitude % 10)"
  }

  var none: String { text("figure|none") }

  /// `1 h 25 m`.
  func minutes(_ minutes: Double) -> String {
    let whole = Int(min(max(minutes, 0), 1e15).rounded(.down))
    let (hours, rest) = (whole / 60, whole % 60)
    if hours == 0 { return text("{minutes} m", ["minutes": "\(rest)"]) }
    guard rest > 0 else { return "\(count(hours)) h" }
    return text("{hours} h {minutes} m", ["hours": count(hours), "minutes": "\(rest)"])
  }

  func kilometres(_ metres: Double) -> String { "\(number(metres / 1_000)) km" }

  func days(_ days: Int) -> String { plural(days, "{count} day", "{count} days") }
  func books(_ books: Int) -> String { plural(books, "{count} book", "{count} books") }

  /// Converts kilogram metres to tonne kilometres.
  func weight(_ value: Double) -> String { "\(number(value / 1_000_000)) t km" }

  /// `8:30`, from minutes per kilometre.
  func pace(_ pace: Double?) -> String {
    guard let pace, pace.isFinite, pace < 1e6 else { return none }
    let seconds = Int((pace * 60).rounded())
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) min/km"
  }

  func day(_ instant: Instant?, in view: StatsView) -> String {
    instant.map { language.longDay(view.calendar.day(of: $0)) } ?? text("date|open")
  }
}

extension ReadingTimeframe {
  func words(in language: Language) -> String {
    switch self {
    case .week: language.text("this week")
    case .month: language.text("this month")
    case .year: language.text("this year")
    case .allTime: language.text("all time")
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
