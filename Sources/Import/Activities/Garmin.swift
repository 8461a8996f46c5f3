import Chronology
import Domain
import JSON

/// Reads the list of activities in the export of a Garmin account.
struct Garmin: FormatReader {
  private let options: ActivityOptions
  private var number = 0
  private var elements = JSONElements(
    ["[].summarizedActivitiesExport", "summarizedActivitiesExport"], emptyingLists: true)

  init(_ options: ActivityOptions) {
    self.options = options
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    let options = options
    var number = number
    defer { self.number = number }
    try elements.read(bytes) { line, element throws(ImportError) in
      number += 1
      guard let value = JSONValue(element) else {
        return findings.reject(.rucks, line: line, "activity number \(number): not valid JSON")
      }
      let sport = value["activityType"]?.text ?? value["activityType"]?["typeKey"]?.text ?? ""
      guard options.takes(listed: sport) else { return findings.skip(sport) }
      var activity = Self.activity(value)
      (activity.line, activity.sport, activity.label) = (line, sport, "activity number \(number)")
      try options.add(activity, to: &findings)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try elements.finish()
    guard elements.hasWanted else {
      throw ImportError("not Garmin's activities; choose the zip file of the export or …summarizedActivities.json")
    }
  }

  /// Times are in milliseconds, lengths in centimetres. The unit of the calories is not known, so they are not read.
  private static func activity(_ value: JSONValue) -> FoundActivity {
    var activity = FoundActivity()
    if let id = value["activityId"]?.number, id > 0, id < 1e15 { activity.id = "garmin:\(Int(id))" }
    activity.name = value["name"]?.text
    activity.note = value["description"]?.text
    activity.startedAt = instant(value["startTimeGmt"]) ?? instant(value["beginTimestamp"])
    let span = value["elapsedDuration"]?.number ?? value["duration"]?.number
    if let start = activity.startedAt, let span, (0..<1e12).contains(span) {
      activity.endedAt = start + Int64((span / 1_000).rounded())
    }
    activity.movingSeconds = (value["movingDuration"]?.number ?? value["duration"]?.number).map { $0 / 1_000 }
    activity.distance = value["distance"]?.number.map { $0 / 100 }
    activity.climb = value["elevationGain"]?.number.map { $0 / 100 }
    return activity
  }

  private static func instant(_ value: JSONValue?) -> Instant? {
    guard let milliseconds = value?.number, milliseconds > 0, milliseconds < 1e15 else { return nil }
    return Instant(seconds: Int64(milliseconds / 1_000))
  }
}
