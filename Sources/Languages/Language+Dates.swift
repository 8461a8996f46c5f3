public import Chronology

/// The forms of days.
extension Language {
  private static let months: [Language: [String]] = [
    .english: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    .german: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
      "Dezember",
    ],
    .french: [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
      "décembre",
    ],
    .spanish: [
      "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
      "diciembre",
    ],
  ]
  private static let shortMonths: [Language: [String]] = [
    .english: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    .german: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
    .french: [
      "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
    ],
    .spanish: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"],
  ]
  private static let weekdays: [Language: [String]] = [
    .english: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    .german: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    .french: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    .spanish: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
  ]
  private static let shortWeekdays: [Language: [String]] = [
    .english: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    .german: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    .french: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
    .spanish: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
  ]

  private func name(_ table: [Language: [String]], _ place: Int) -> String { table[self]?[place] ?? "" }

  /// `November`.
  public func month(_ day: Day) -> String { name(Self.months, day.civil.month - 1) }
  /// `Nov`.
  public func shortMonth(_ day: Day) -> String { name(Self.shortMonths, day.civil.month - 1) }
  /// `Tuesday`.
  public func weekday(_ day: Day) -> String { name(Self.weekdays, day - day.startOfWeek) }
  /// `Tue`.
  public func shortWeekday(_ day: Day) -> String { name(Self.shortWeekdays, day - day.startOfWeek) }

  /// `17`, as the beginning of a date.
  public func dayOfMonth(_ day: Day) -> String {
    switch self {
    case .english, .spanish: "\(day.civil.day)"
    case .german: "\(day.civil.day)."
    case .french: day.civil.day == 1 ? "1er" : "\(day.civil.day)"
    }
  }

  /// `17 November`.
  public func dayAndMonth(_ day: Day) -> String {
    "\(dayOfMonth(day)) \(self == .spanish ? "de " : "")\(month(day))"
  }

  /// `17 Nov`.
  public func shortDay(_ day: Day) -> String { "\(dayOfMonth(day)) \(shortMonth(day))" }

  /// `17 November 2026`.
  public func longDay(_ day: Day) -> String {
    "\(dayAndMonth(day)) \(self == .spanish ? "de " : "")\(day.civil.year)"
  }

  /// `Tuesday 17 November`.
  public func spokenDay(_ day: Day) -> String {
    let comma = self == .german || self == .spanish ? "," : ""
    return "\(weekday(day))\(comma) \(dayAndMonth(day))"
  }

  /// `November 2026`.
  public func monthOfYear(_ day: Day) -> String {
    "\(month(day)) \(self == .spanish ? "de " : "")\(day.civil.year)"
  }
}

extension Language {
  /// Appends the year to a date without one.
  public func withYear(_ date: String, _ year: Int) -> String { "\(date) \(self == .spanish ? "de " : "")\(year)" }
}
