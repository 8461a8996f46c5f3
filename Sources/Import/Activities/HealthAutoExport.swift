import Chronology
import Domain
import JSON

/// Reads workouts of the app Health Auto Export in both of its formats.
struct HealthAutoExport: FormatReader {
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var number = 0
  /// Lists within a workout, such as its heart rates, are skipped because they may exceed the memory.
  private var elements = JSONElements(
    ["data.workouts", "workouts"], emptyingLists: true, except: "route", mark: "data")

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) {
    self.options = options
    self.calendar = calendar
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    let (options, calendar) = (options, calendar)
    var number = number
    defer { self.number = number }
    try elements.read(bytes) { line, element throws(ImportError) in
      number += 1
      // Reports the number of the workout because the whole list may be on one line.
      guard let value = JSONValue(element) else {
        return findings.reject(.rucks, line: line, "workout number \(number): not valid JSON")
      }
      let sport = value["name"]?.text ?? ""
      guard options.takes(listed: sport) else { return findings.skip(sport) }
      var found = Self.workout(value, line, sport, calendar)
      found.label = "workout " + (value["start"]?.text.map { RowProblem.quoted($0) } ?? "number \(number)")
      try options.add(found, to: &findings)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    if elements.isIncomplete, !findings.rucks.isEmpty || findings.report.skipped > 0 {
      return findings.reject(
        .rucks, line: elements.line, "the file is incomplete: it ends on this line; export it again")
    }
    try elements.finish()
    // The app also sends periods without workouts.
    guard elements.hasWanted || elements.hasMark else {
      throw ImportError("the list data.workouts is missing; include workouts in the export")
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
    // A list contains the energy per minute.
    activity.calories =
      quantity(value["activeEnergyBurned"], Quantity.calories) ?? quantity(value["activeEnergy"], Quantity.calories)
    activity.climb =
      quantity(value["elevationUp"], Quantity.metres)
      ?? Quantity.metres(value["elevation"]?["ascent"]?.number, value["elevation"]?["units"]?.text)
    if case .list(let points)? = value["route"] {
      for point in points { add(point, to: &activity.track, calendar) }
    }
    return activity
  }

  private static func add(_ point: JSONValue, to track: inout Track, _ calendar: LocalCalendar) {
    let time = point["timestamp"]?.text.flatMap { PointTime.instant($0, calendar) }
    track.add(
      latitude: (point["latitude"] ?? point["lat"])?.number, longitude: (point["longitude"] ?? point["lon"])?.number,
      height: point["altitude"]?.number, at: time)
  }

  /// Returns nil if there is no distance, or a list of distances per minute.
  private static func distanceProblem(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null, .list, .raw: return nil
    case .text(let text): return "distance \(RowProblem.quoted(text)) is not valid"
    case .object:
      guard let quantity = value?["qty"] else { return nil }
      if case .null = quantity { return nil }
      let number = quantity.number.map { "\($0)" } ?? quantity.text ?? "this"
      return "distance \(RowProblem.quoted(number + " " + (value?["units"]?.text ?? ""))) is not valid"
    case .integer(let number): return "distance '\(number)' has no unit"
    case .number(let number): return "distance '\(number)' has no unit"
    case .bool(let flag): return "distance '\(flag)' is not valid"
    }
  }

  private static func quantity(_ value: JSONValue?, _ scale: (Double?, String?) -> Double?) -> Double? {
    scale(value?["qty"]?.number, value?["units"]?.text)
  }
}
