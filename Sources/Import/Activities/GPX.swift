import Chronology
import Domain

/// Reads tracks of GPX 1.1 and 1.0: one ruck per track. Routes are plans and are ignored.
struct GPX: XMLFormat {
  static let rootError = "not a GPX file: element gpx is missing"
  private static let names: Set = [
    "gpx", "trk", "trkseg", "trkpt", "time", "ele", "type", "rte", "link", "name", "desc",
    "hr", "heartrate",
  ]
  /// Sport numbers that Strava wrote for some time.
  private static let numbered = ["1": "ride", "4": "hike", "9": "run", "10": "walk"]

  let xml: XMLReader
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var activity: FoundActivity?
  private var point: (latitude: Double?, longitude: Double?, height: Double?, heartRate: Int?, time: Instant?)?
  private(set) var hasRoot = false
  /// Whether the current point is invalid.
  private var isUnreadable = false
  /// Whether the parser is in a link, whose `type` is not a sport.
  private var isInLink = false
  private var hasTrack = false
  private var hasRoute = false

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) throws(ImportError) {
    self.options = options
    self.calendar = calendar
    xml = try XMLReader(Self.names)
  }

  var missing: String? {
    hasTrack ? nil : "the GPX file contains no track" + (hasRoute ? ", only a planned route" : "")
  }

  /// Other numbers of Strava are sports that are neither a hike nor a walk.
  private mutating func setSport(_ text: String) {
    activity?.sport = Self.numbered[text] ?? text
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    activity?.isOther = isNumber && Self.numbered[text] == nil
  }

  mutating func addIncomplete(_ findings: inout Findings) throws(ImportError) -> Instant? {
    guard let activity, let end = activity.track.endedAt, end != activity.track.startedAt else { return nil }
    try options.add(activity, to: &findings)
    return end
  }

  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportError) {
    switch part {
    case .start("gpx", _, _): hasRoot = true
    case .start("rte", _, _): hasRoute = true
    case .start("trk", _, let line):
      activity = FoundActivity(line: line)
      hasTrack = true
    case .start("trkseg", _, _): activity?.track.pause()
    case .start("trkpt", let attributes, _):
      let (latitude, longitude) = (attributes["lat"], attributes["lon"])
      if let problem = PlaceText.problem(latitude: latitude, longitude: longitude) {
        if activity?.pointProblem == nil { activity?.pointProblem = problem }
        isUnreadable = true
      }
      point = (latitude.flatMap(Double.init), longitude.flatMap(Double.init), nil, nil, nil)
    case .end("ele", let text): point?.height = Double(text)
    case .end("hr", let text), .end("heartrate", let text): point?.heartRate = Int(text)
    case .end("name", let text): if point == nil, !isInLink { activity?.name = text }
    case .end("desc", let text): if point == nil, !isInLink { activity?.note = text }
    case .end("time", let text): if point != nil { point?.time = PointTime.instant(text, calendar) }
    case .start("link", _, _): isInLink = true
    case .end("link", _): isInLink = false
    case .end("type", let text): if point == nil, !isInLink { setSport(text) }
    case .end("trkpt", _):
      if let point, !isUnreadable {
        activity?.track.add(
          latitude: point.latitude, longitude: point.longitude, height: point.height, heartRate: point.heartRate,
          at: point.time)
      }
      point = nil
      isUnreadable = false
    case .end("trk", _):
      if let activity { try options.add(activity, to: &findings) }
      activity = nil
    default: return
    }
  }
}
