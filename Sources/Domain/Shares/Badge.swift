public import Chronology
public import Languages

/// One figure in the form that badge services show.
public struct Badge: Hashable, Sendable {
  public var label: String
  public var message: String
  /// The kind of activity that determines the colour.
  public var kind: ActivityKind

  init(_ label: String, _ message: String, _ kind: ActivityKind) {
    self.label = label
    self.message = message
    self.kind = kind
  }

  /// The percentage of known core values in the library.
  public init(completion: Double, in language: Language = .english) {
    let percent = language.percent(language.localized(Self.tenths(completion)))
    self.init(language.text("badge|completion"), percent, .reading)
  }

  init(streak days: Int, in language: Language = .english) {
    let message = language.plural(days, "{count} day", "{count} days", ["count": "\(days)"])
    self.init(language.text("badge|streak"), message, .listening)
  }

  init(minutes: Double, label: String) {
    let whole = Int(minutes.clampedToFinite.rounded(.down).clampedTo(1e15))
    let (hours, rest) = (whole / 60, whole % 60)
    let message = hours == 0 ? "\(rest) min" : rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    self.init(label, message, .listening)
  }

  init(booksThisYear books: Int, in language: Language = .english) {
    self.init(language.text("badge|books this year"), "\(books)", .reading)
  }

  init(rucksThisWeek rucks: Int, in language: Language = .english) {
    self.init(language.text("badge|rucks this week"), "\(rucks)", .rucks)
  }

  init(distanceThisWeek metres: Double, in language: Language = .english) {
    let distance = language.localized(Self.tenths(metres / 1_000))
    self.init(language.text("badge|distance this week"), "\(distance) km", .rucks)
  }

  /// To one decimal, which is left out if it is 0.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded().clampedTo(1e15))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Double {
  fileprivate func clampedTo(_ most: Double) -> Double { Swift.max(0, Swift.min(self, most)) }
}

extension StatsView {
  /// The streak is the longer of those of listening and reading. Minutes cover all three kinds, and weeks start on
  /// Monday. Returns nil if another view has the figure.
  public mutating func badge(_ metric: BadgeMetric, now: Instant, in language: Language = .english) -> Badge? {
    let today = calendar.day(of: now)
    switch metric {
    case .streak:
      let listened = fold.history.streaks().current(on: today)
      return Badge(streak: max(listened, reading.streaks().current(on: today)), in: language)
    case .minutesToday:
      return Badge(minutes: minutes(from: today, to: today, now: now), label: language.text("badge|today"))
    case .minutesThisWeek:
      return Badge(
        minutes: minutes(from: today.startOfWeek, to: today, now: now), label: language.text("badge|this week"))
    case .booksThisYear:
      return Badge(
        booksThisYear: reading.finished(
          from: today.startOfYear, to: Day(year: today.civil.year + 1, month: 1, day: 1) + -1
        ).books, in: language)
    case .rucksThisWeek:
      return Badge(rucksThisWeek: ruckWeeks(1, now: now).weeks.last?.sessions ?? 0, in: language)
    case .distanceThisWeek:
      return Badge(distanceThisWeek: ruckWeeks(1, now: now).weeks.last?.distance ?? 0, in: language)
    case .completion: return nil
    }
  }

  private mutating func minutes(from first: Day, to last: Day, now: Instant) -> Double {
    ActivityKind.allCases.reduce(0) { sum, kind in
      sum + activity(.from(first, to: last), of: kind, now: now).reduce(0) { $0 + $1.minutes }
    }
  }
}
