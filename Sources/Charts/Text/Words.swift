import Domain
import Languages

/// Figures in words of a language.
struct Words {
  let language: Language

  /// English without a language.
  init(_ language: Language?) {
    self.language = language ?? .english
  }

  func text(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String { language.text(key, values) }

  func count(_ value: Int) -> String { language.grouped(value, minus: "−") }

  /// `1 book`, `1,200 books`. `{count}` is the number.
  func plural(_ count: Int, _ one: String, _ other: String) -> String {
    language.plural(count, one, other, ["count": self.count(count)])
  }

  /// At most one decimal, without it if it is 0 or if the figure has three digits.
  func number(_ value: Double) -> String {
    let value = Words.clamped(value)
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "−" : ""
    if tenths >= 1_000 || tenths % 10 == 0 { return sign + count(Int(abs(value).rounded())) }
    return "\(sign)\(tenths / 10)\(language.decimalMark)\(tenths % 10)"
  }

  /// The shortest form: `950`, `1.2k`, `35k`, `4.1m`.
  func short(_ value: Double) -> String {
    var (size, place) = (abs(Words.clamped(value)), 0)
    while size >= 999.5 && place < 4 { (size, place) = (size / 1_000, place + 1) }
    let figure = (value < 0 ? "−" : "") + (size >= 10 ? count(Int(size.rounded())) : number(size))
    switch place {
    case 0: return figure
    case 1: return text("{number}k", ["number": figure])
    case 2: return text("{number}m", ["number": figure])
    case 3: return text("{number}bn", ["number": figure])
    default: return text("{number}tn", ["number": figure])
    }
  }

  /// A value below 100 % is never rounded to 100 %.
  func percent(_ value: Double) -> String {
    let value = min(max(value.isFinite ? value : 0, 0), 100)
    return language.percent("\(value < 100 ? min(99, Int(value.rounded())) : 100)")
  }

  /// `0 m`, `42 m`, `1 h 25 m`, `120 h`.
  func duration(minutes: Double) -> String {
    let minutes = Int(max(0, Words.clamped(minutes)).rounded())
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return text("{minutes} m", ["minutes": "\(rest)"]) }
    guard rest == 0 || hours >= 100 else {
      return text("{hours} h {minutes} m", ["hours": "\(hours)", "minutes": "\(rest)"])
    }
    return "\(count(rest >= 30 && hours >= 100 ? hours + 1 : hours)) h"
  }

  /// `42 minutes`, `1 hour 25 minutes`.
  func spokenDuration(minutes: Double) -> String {
    let minutes = Int(max(0, Words.clamped(minutes)).rounded())
    let (hours, rest) = (minutes / 60, minutes % 60)
    let spokenRest = plural(rest, "{count} minute", "{count} minutes")
    if hours == 0 { return spokenRest }
    let spokenHours = plural(hours, "{count} hour", "{count} hours")
    return rest == 0 ? spokenHours : "\(spokenHours) \(spokenRest)"
  }

  /// `850 m`, `5.2 km`, `3.2 mi`.
  func distance(metres: Double, in unit: DistanceUnit = .kilometres) -> String {
    let metres = max(0, Words.clamped(metres))
    if unit == .kilometres, metres > 0, metres < 999.5 { return "\(count(Int(metres.rounded()))) m" }
    return "\(number(metres / unit.metres)) \(unit.rawValue)"
  }

  static func clamped(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -PictureLimits.figure), PictureLimits.figure) : 0
  }

  /// `Listening`.
  func name(_ kind: ActivityKind) -> String {
    switch kind {
    case .listening: text("Listening")
    case .reading: text("Reading")
    case .rucks: text("Rucks")
    }
  }
}
