import Chronology
import Domain

/// Workouts of Apple's export: walks and hikes among gigabytes of other records.
struct AppleHealth: XMLFormat {
  static let refusal = "this is no export of Apple Health"
  private static let names: Set = ["HealthData", "Workout", "WorkoutActivity", "WorkoutStatistics", "MetadataEntry"]
  private static let kindPrefix = "HKWorkoutActivityType"
  /// Of the way on foot; those of other sports begin alike.
  private static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
  private static let distances = "HKQuantityTypeIdentifierDistance"
  private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
  private static let ascent = "HKElevationAscended"

  let xml: XMLReader
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var activity: FoundActivity?
  /// What the workout adds up to itself, and what its parts do; the part that is being read.
  private var own = Totals()
  private var parts = Totals()
  private var current: Totals?
  private var distanceProblem: String?
  private(set) var hasRoot = false

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) throws(ImportRefusal) {
    self.options = options
    self.calendar = calendar
    xml = try XMLReader(Self.names)
  }

  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportRefusal) {
    switch part {
    case .start("HealthData", _, _): hasRoot = true
    case .start("Workout", let attributes, let line):
      (own, parts, current) = (Totals(), Totals(), nil)
      activity = workout(attributes, line)
    case .start("WorkoutActivity", _, _): current = Totals()
    case .start("WorkoutStatistics", let attributes, _): add(statistics: attributes)
    case .start("MetadataEntry", let attributes, _):
      guard attributes["key"] == Self.ascent, let climb = attributes["value"].flatMap({ Quantity.metres($0) }) else {
        return
      }
      change { $0.climb = climb }
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

  /// Nil for sports that were not asked for, of which such a file has many.
  private func workout(_ attributes: [String: String], _ line: Int) -> FoundActivity? {
    let kind = attributes["workoutActivityType"] ?? ""
    let sport = kind.hasPrefix(Self.kindPrefix) ? String(kind.dropFirst(Self.kindPrefix.count)) : kind
    guard (options.kinds ?? Sport.usual).contains(Sport.kind(sport)) else { return nil }
    var activity = FoundActivity(line: line, sport: sport)
    activity.startedAt = attributes["startDate"].flatMap { PointTime.instant($0, calendar) }
    activity.endedAt = attributes["endDate"].flatMap { PointTime.instant($0, calendar) }
    activity.movingSeconds = Quantity.seconds(
      attributes["duration"].flatMap(Texts.number), attributes["durationUnit"])
    activity.distance = Quantity.metres(
      attributes["totalDistance"].flatMap(Texts.number), attributes["totalDistanceUnit"])
    if let text = attributes["totalDistance"], !text.isEmpty, activity.distance == nil {
      activity.distanceProblem = "\(RowProblem.quoted(text)) is no distance"
    }
    activity.calories = Quantity.calories(
      attributes["totalEnergyBurned"].flatMap(Texts.number), attributes["totalEnergyBurnedUnit"])
    return activity
  }

  /// Since iOS 16 what a workout adds up to stands in elements of their own, and so does that of each of its parts.
  private mutating func add(statistics: [String: String]) {
    guard activity != nil, let type = statistics["type"], let text = statistics["sum"] else { return }
    let (sum, unit) = (Texts.number(text), statistics["unit"])
    if type == Self.energy, let energy = Quantity.calories(sum, unit) { change { $0.calories = energy } }
    guard type.hasPrefix(Self.distances) else { return }
    guard let distance = Quantity.metres(sum, unit) else {
      distanceProblem = distanceProblem ?? "\(RowProblem.quoted(text + " " + (unit ?? ""))) is no distance"
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

/// What stands in elements within a workout.
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

  /// The first that says something; 0 where one says at least that.
  static func best(_ values: Double?...) -> Double? {
    values.lazy.compactMap(\.self).first { $0 > 0 } ?? values.lazy.compactMap(\.self).first
  }
}

/// The whole export, packed as the phone hands it over.
enum AppleHealthArchive {
  /// The file has other names in other languages; beside it stand a clinical document and the ways of workouts.
  static func list(of zip: ZipArchive) throws(ImportRefusal) -> ZipArchive.Entry {
    let texts = zip.entries.filter { entry in
      let name = entry.name.lowercased()
      return name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml") && name.split(separator: "/").count <= 2
    }
    let named = texts.first { $0.name.lowercased().split(separator: "/").last == "export.xml" }
    guard let found = named ?? texts.max(by: { $0.unpackedCount < $1.unpackedCount }) else {
      throw ImportRefusal("there is no export.xml in the zip file: is this an export of Apple Health?")
    }
    return found
  }
}
