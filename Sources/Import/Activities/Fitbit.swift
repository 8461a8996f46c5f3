import Chronology
import Domain
import JSON

/// Reads exercises of Fitbit, as Google exports them.
struct Fitbit: FormatReader {
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var number = 0
  private var elements = JSONElements(["", "activities"], emptyingLists: true)

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
      guard let value = JSONValue(element) else {
        return findings.reject(.rucks, line: line, "exercise number \(number): not valid JSON")
      }
      let sport = value["activityName"]?.text ?? ""
      guard options.takes(listed: sport) else { return findings.skip(sport) }
      var activity = Self.activity(value, calendar)
      (activity.line, activity.sport, activity.label) = (line, sport, "exercise number \(number)")
      try options.add(activity, to: &findings)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try elements.finish()
    guard elements.hasWanted else {
      throw ImportError("not exercises of Fitbit; choose an exercise-….json file or the zip file of the export")
    }
  }

  /// Durations are in milliseconds. A time without a time zone is the user's.
  private static func activity(_ value: JSONValue, _ calendar: LocalCalendar) -> FoundActivity {
    var activity = FoundActivity()
    if let id = value["logId"]?.number, id > 0, id < 1e15 { activity.id = "fitbit:\(Int(id))" }
    activity.startedAt = value["startTime"]?.text.flatMap { PointTime.instant($0, calendar) }
    if let start = activity.startedAt, let duration = value["duration"]?.number, (0..<1e12).contains(duration) {
      activity.endedAt = start + Int64((duration / 1_000).rounded())
    }
    activity.movingSeconds = value["activeDuration"]?.number.map { $0 / 1_000 }
    if let distance = value["distance"]?.number {
      let unit = (value["distanceUnit"]?.text ?? "").lowercased()
      activity.distance = Quantity.metres(distance, ["kilometer": "km", "mile": "mi", "meter": "m"][unit])
      if activity.distance == nil {
        activity.distanceProblem = "distance \(RowProblem.quoted("\(distance) \(unit)")) is not valid"
      }
    }
    activity.calories = value["calories"]?.number.flatMap { $0 > 0 ? $0 : nil }
    // 0 may mean that the device does not measure heights.
    activity.climb = value["elevationGain"]?.number.flatMap { $0 > 0 && $0 < 12_000 ? $0 : nil }
    return activity
  }
}
