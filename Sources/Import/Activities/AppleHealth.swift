import Chronology
import Domain

/// Workouts of Apple's export: walks and hikes among gigabytes of other records.
struct AppleHealth: XMLFormat {
  static let refusal = "this is no export of Apple Health"
  private static let names: Set = ["HealthData", "Workout", "WorkoutStatistics", "MetadataEntry"]
  private static let kindPrefix = "HKWorkoutActivityType"
  private static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
  private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
  private static let ascent = "HKElevationAscended"

  let xml: XMLReader
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var activity: FoundActivity?
  private(set) var hasRoot = false

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) throws(ImportRefusal) {
    self.options = options
    self.calendar = calendar
    xml = try XMLReader(Self.names)
  }

  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportRefusal) {
    switch part {
    case .start("HealthData", _, _): hasRoot = true
    case .start("Workout", let attributes, let line): activity = workout(attributes, line)
    case .start("WorkoutStatistics", let attributes, _): add(statistics: attributes)
    case .start("MetadataEntry", let attributes, _):
      guard attributes["key"] == Self.ascent, let climb = attributes["value"].flatMap({ Quantity.metres($0) }) else {
        return
      }
      activity?.climb = climb
    case .end("Workout", _):
      if let activity { try options.add(activity, to: &findings) }
      activity = nil
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
    activity.calories = Quantity.calories(
      attributes["totalEnergyBurned"].flatMap(Texts.number), attributes["totalEnergyBurnedUnit"])
    return activity
  }

  /// Since iOS 16 what a workout adds up to stands in elements of their own.
  private mutating func add(statistics: [String: String]) {
    let (sum, unit) = (statistics["sum"].flatMap(Texts.number), statistics["unit"])
    switch statistics["type"] {
    case Self.energy:
      if let energy = Quantity.calories(sum, unit) { activity?.calories = energy }
    case Self.distance:
      if let distance = Quantity.metres(sum, unit) { activity?.distance = distance }
    default: return
    }
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
