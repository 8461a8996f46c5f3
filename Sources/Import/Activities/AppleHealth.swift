import Chronology
import Domain

/// Reads walks and hikes from an Apple Health export, which may contain gigabytes of other records.
struct AppleHealth: XMLFormat {
  static let rootError = "not an Apple Health export: element HealthData is missing"
  private static let names: Set = [
    "HealthData", "Workout", "WorkoutActivity", "WorkoutStatistics", "MetadataEntry",
    "FileReference",
  ]
  private static let kindPrefix = "HKWorkoutActivityType"
  /// The distance on foot. The types of other sports have the prefix `distances`.
  private static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
  private static let distances = "HKQuantityTypeIdentifierDistance"
  private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
  private static let ascent = "HKElevationAscended"

  let xml: XMLReader
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  /// The routes in the zip file, or nil if there is none.
  private let routes: WorkoutRoutes?
  private var activity: FoundActivity?
  /// The totals of the workout, the sums of its activities, and the activity that is being read.
  private var own = Totals()
  private var parts = Totals()
  private var current: Totals?
  private var distanceProblem: String?
  private(set) var hasRoot = false

  init(
    _ options: ActivityOptions, _ calendar: LocalCalendar, routes: WorkoutRoutes? = nil
  ) throws(ImportError) {
    self.routes = routes
    self.options = options
    self.calendar = calendar
    xml = try XMLReader(Self.names)
  }

  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportError) {
    switch part {
    case .start("HealthData", _, _): hasRoot = true
    case .start("Workout", let attributes, let line):
      (own, parts, current) = (Totals(), Totals(), nil)
      let sport = Self.sport(attributes)
      activity = options.takes(listed: sport) ? workout(attributes, sport, line) : nil
      if activity == nil { findings.skip(sport) }
    case .start("WorkoutActivity", _, _): current = Totals()
    case .start("WorkoutStatistics", let attributes, _): add(statistics: attributes)
    case .start("MetadataEntry", let attributes, _):
      guard attributes["key"] == Self.ascent, let climb = attributes["value"].flatMap({ Quantity.metres($0) }) else {
        return
      }
      change { $0.climb = climb }
    case .start("FileReference", let attributes, _):
      guard let path = attributes["path"], activity != nil, activity?.storedTrack == nil else { return }
      activity?.storedTrack = try routes?.track(at: path)
    case .end("WorkoutActivity", _):
      if let current { parts.add(current) }
      current = nil
    case .end("Workout", _):
      if var activity {
        activity.distance = Totals.best(own.distance, activity.distance, parts.distance)
        activity.calories = Totals.best(own.calories, activity.calories, parts.calories)
        activity.climb = Totals.best(own.climb, parts.climb)
        let problem = activity.distanceProblem ?? distanceProblem
        activity.distanceProblem = (activity.distance ?? 0) > 0 ? nil : problem
        try options.add(activity, to: &findings)
      }
      (activity, distanceProblem) = (nil, nil)
    default: return
    }
  }

  private static func sport(_ attributes: [String: String]) -> String {
    let kind = attributes["workoutActivityType"] ?? ""
    return kind.hasPrefix(kindPrefix) ? String(kind.dropFirst(kindPrefix.count)) : kind
  }

  private func workout(_ attributes: [String: String], _ sport: String, _ line: Int) -> FoundActivity {
    var activity = FoundActivity(line: line, sport: sport)
    activity.startedAt = attributes["startDate"].flatMap { PointTime.instant($0, calendar) }
    activity.endedAt = attributes["endDate"].flatMap { PointTime.instant($0, calendar) }
    activity.movingSeconds = Quantity.seconds(
      attributes["duration"].flatMap(Texts.number), attributes["durationUnit"])
    activity.distance = Quantity.metres(
      attributes["totalDistance"].flatMap(Texts.number), attributes["totalDistanceUnit"])
    if let text = attributes["totalDistance"], !text.isEmpty, activity.distance == nil {
      activity.distanceProblem = "distance \(RowProblem.quoted(text)) is not valid"
    }
    activity.calories = Quantity.calories(
      attributes["totalEnergyBurned"].flatMap(Texts.number), attributes["totalEnergyBurnedUnit"])
    return activity
  }

  /// Since iOS 16, the totals of a workout and of each of its activities are in separate elements.
  private mutating func add(statistics: [String: String]) {
    guard activity != nil, let type = statistics["type"], let text = statistics["sum"] else { return }
    let (sum, unit) = (Texts.number(text), statistics["unit"])
    if type == Self.energy, let energy = Quantity.calories(sum, unit) { change { $0.calories = energy } }
    guard type.hasPrefix(Self.distances) else { return }
    guard let distance = Quantity.metres(sum, unit) else {
      distanceProblem = distanceProblem ?? "distance \(RowProblem.quoted(text + " " + (unit ?? ""))) is not valid"
      return
    }
    change { if type == Self.distance || $0.distance == nil { $0.distance = distance } }
  }

  private mutating func change(_ body: (inout Totals) -> Void) {
    guard var changed = current else { return body(&own) }
    body(&changed)
    current = changed
  }
}

/// The totals from the elements of a workout.
private struct Totals {
  var distance: Double?
  var calories: Double?
  var climb: Double?

  mutating func add(_ other: Totals) {
    distance = Self.sum(distance, other.distance)
    calories = Self.sum(calories, other.calories)
    climb = Self.sum(climb, other.climb)
  }

  private static func sum(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return one + other
  }

  /// Returns the first positive value, otherwise 0 if any value is 0, otherwise nil.
  static func best(_ values: Double?...) -> Double? {
    values.lazy.compactMap(\.self).first { $0 > 0 } ?? values.lazy.compactMap(\.self).first
  }
}

/// The zip file that the phone exports.
enum AppleHealthArchive {
  /// Returns `export.xml`, whose name depends on the language. The zip file also contains a clinical document and
  /// routes.
  static func list(of zip: ZipArchive) throws(ImportError) -> ZipArchive.File {
    let texts = zip.files.filter { entry in
      let name = entry.name.lowercased()
      return name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml") && name.split(separator: "/").count <= 2
    }
    let named = texts.first { $0.name.lowercased().split(separator: "/").last == "export.xml" }
    guard let found = named ?? texts.max(by: { $0.unpackedCount < $1.unpackedCount }) else {
      throw ImportError("not an Apple Health export: export.xml is missing in the zip file")
    }
    return found
  }
}
