import Chronology
import Domain

/// Workouts as the app Health Auto Export writes them, in both of its forms.
struct HealthAutoExport: FormatReader {
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  /// The way and the pulse of each second are not needed, and may be more than memory.
  private var number = 0
  private var elements = JSONElements(["data.workouts", "workouts"], emptyingLists: true)

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) {
    self.options = options
    self.calendar = calendar
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal) {
    let (options, calendar) = (options, calendar)
    var number = number
    defer { self.number = number }
    try elements.read(bytes) { line, element throws(ImportRefusal) in
      number += 1
      // The whole list may be one line.
      guard let value = JSONValue(element) else {
        return findings.reject(.rucks, line: line, "workout number \(number): is no JSON")
      }
      let sport = value["name"]?.text ?? ""
      // Rides and runs are no problem, they are only not asked for.
      guard (options.kinds ?? Sport.usual).contains(Sport.kind(sport)) else { return }
      var found = Self.workout(value, line, sport, calendar)
      found.label = "workout " + (value["start"]?.text.map { RowProblem.quoted($0) } ?? "number \(number)")
      try options.add(found, to: &findings)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportRefusal) {
    try elements.finish()
    guard elements.hasWanted else {
      throw ImportRefusal("there is no list of workouts (data.workouts) in this file: does the export include them?")
    }
  }

  private static func workout(
    _ value: JSONValue, _ line: Int, _ sport: String, _ calendar: LocalCalendar
  ) -> FoundActivity {
    var activity = FoundActivity(line: line, sport: sport)
    activity.startedAt = value["start"]?.text.flatMap { PointTime.instant($0, calendar) }
    activity.endedAt = value["end"]?.text.flatMap { PointTime.instant($0, calendar) }
    activity.movingSeconds = value["duration"]?.number.flatMap { $0 >= 0 ? $0 : nil }
    activity.distance =
      quantity(value["distance"], Quantity.metres) ?? value["distance"]?.text.flatMap { Quantity.metres($0) }
    if activity.distance == nil { activity.distanceProblem = distanceProblem(value["distance"]) }
    // A list is the energy of each minute.
    activity.calories =
      quantity(value["activeEnergyBurned"], Quantity.calories) ?? quantity(value["activeEnergy"], Quantity.calories)
    activity.climb =
      quantity(value["elevationUp"], Quantity.metres)
      ?? Quantity.metres(value["elevation"]?["ascent"]?.number, value["elevation"]?["units"]?.text)
    return activity
  }

  /// Nil where there is none, or a list of each minute.
  private static func distanceProblem(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null, .list: return nil
    case .text(let text): return "\(RowProblem.quoted(text)) is no distance"
    case .object(let members):
      guard let quantity = members["qty"], quantity != .null else { return nil }
      let number = quantity.number.map { "\($0)" } ?? quantity.text ?? "this"
      return "\(RowProblem.quoted(number + " " + (members["units"]?.text ?? ""))) is no distance"
    case .number(let number): return "'\(number)' without a unit is no distance"
    case .flag(let flag): return "'\(flag)' is no distance"
    }
  }

  private static func quantity(_ value: JSONValue?, _ scale: (Double?, String?) -> Double?) -> Double? {
    scale(value?["qty"]?.number, value?["units"]?.text)
  }
}
