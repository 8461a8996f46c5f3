import Chronology
import Domain

/// Reads activities of Garmin's Training Center (TCX).
struct TCX: XMLFormat {
  static let rootError = "not a TCX file: element TrainingCenterDatabase is missing"
  private static let names: Set = [
    "TrainingCenterDatabase", "Activity", "Course", "Id", "Lap", "Track", "Trackpoint", "Time", "LatitudeDegrees",
    "LongitudeDegrees", "AltitudeMeters", "DistanceMeters", "TotalTimeSeconds", "Calories", "HeartRateBpm", "Value",
    "Notes",
  ]

  let xml: XMLReader
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var activity: FoundActivity?
  private var point: (latitude: Double?, longitude: Double?, height: Double?, heartRate: Int?, time: Instant?)?
  private var isInHeartRate = false
  /// The largest distance that the device counted at a point.
  private var counted = 0.0
  private var lapStart: Instant?
  private var tracksOfLap = 0
  private(set) var hasRoot = false
  private var hasActivity = false
  private var hasCourse = false

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) throws(ImportError) {
    self.options = options
    self.calendar = calendar
    xml = try XMLReader(Self.names)
  }

  var missing: String? {
    hasActivity ? nil : "the TCX file contains no activity" + (hasCourse ? ", only a planned course" : "")
  }

  /// The activity with its totals so far.
  private var whole: FoundActivity? {
    guard var activity else { return nil }
    // Some devices write a distance of 0 for laps, but count it at the points.
    if (activity.distance ?? 0) <= 0, counted > 0 { activity.distance = counted }
    // The lap's seconds exclude pauses, so the last point may be later.
    if let end = activity.endedAt, let last = activity.track.endedAt { activity.endedAt = max(end, last) }
    return activity
  }

  mutating func addIncomplete(_ findings: inout Findings) throws(ImportError) -> Instant? {
    guard let whole, let start = whole.startedAt, let end = whole.endedAt ?? whole.track.endedAt, end > start else {
      return nil
    }
    try options.add(whole, to: &findings)
    return end
  }

  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportError) {
    switch part {
    case .start("TrainingCenterDatabase", _, _): hasRoot = true
    case .start("Course", _, _): hasCourse = true
    case .start("Activity", let attributes, let line):
      hasActivity = true
      counted = 0
      activity = FoundActivity(line: line, sport: attributes["Sport"] ?? "")
    case .start("Lap", let attributes, _):
      lapStart = attributes["StartTime"].flatMap { PointTime.instant($0, calendar) }
      tracksOfLap = 0
      if let lapStart, activity?.startedAt == nil { activity?.startedAt = lapStart }
    case .start("Track", _, _):
      // Another track within a lap follows a pause; a new lap does not.
      if tracksOfLap > 0 { activity?.track.pause() }
      tracksOfLap += 1
    case .start("Trackpoint", _, _): point = (nil, nil, nil, nil, nil)
    case .end("Activity", _):
      if let whole { try options.add(whole, to: &findings) }
      activity = nil
    case .end("Trackpoint", _):
      if let point {
        activity?.track.add(
          latitude: point.latitude, longitude: point.longitude, height: point.height, heartRate: point.heartRate,
          at: point.time)
      }
      point = nil
    case .start("HeartRateBpm", _, _): isInHeartRate = true
    case .end("HeartRateBpm", _): isInHeartRate = false
    case .end("Notes", let text): activity?.note = text
    case .end(let name, let text): value(name, text)
    default: return
    }
  }

  private mutating func note(_ problem: String?) {
    if let problem, activity?.pointProblem == nil { activity?.pointProblem = problem }
  }

  private mutating func value(_ name: String, _ text: String) {
    if point != nil {
      switch name {
      case "Time": point?.time = PointTime.instant(text, calendar)
      case "LatitudeDegrees":
        point?.latitude = Double(text)
        note(PlaceText.problem(latitude: text, longitude: nil))
      case "LongitudeDegrees":
        point?.longitude = Double(text)
        note(PlaceText.problem(latitude: nil, longitude: text))
      case "AltitudeMeters": point?.height = Double(text)
      case "Value": if isInHeartRate { point?.heartRate = Int(text) }
      case "DistanceMeters": if let metres = Double(text), metres.isFinite { counted = max(counted, metres) }
      default: return
      }
      return
    }
    guard let number = Double(text), number.isFinite, number >= 0, var activity else { return }
    switch name {
    case "DistanceMeters": activity.distance = (activity.distance ?? 0) + number
    case "Calories" where number > 0: activity.calories = (activity.calories ?? 0) + number
    case "TotalTimeSeconds" where number < 1e7:
      activity.movingSeconds = (activity.movingSeconds ?? 0) + number
      // A lap without points lasts at least its timed seconds.
      if let lapStart { activity.endedAt = max(lapStart + Int64(number), activity.endedAt ?? lapStart) }
    default: return
    }
    self.activity = activity
  }
}
