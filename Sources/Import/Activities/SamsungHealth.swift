import Chronology
import Domain

/// Reads the table of exercises in the export of Samsung Health. A line about the file precedes the names of the
/// columns. Times are UTC, although another column has the offset of the time zone.
struct SamsungHealth: FormatReader {
  /// Sports by number. Other numbers are sports that are neither hikes nor walks.
  private static let sports = ["1001": "walking", "1002": "running", "11007": "cycling", "13001": "hiking"]
  private static let prefix = "comsamsunghealthexercise"

  private let options: ActivityOptions
  private var table = NamedTable(
    requiring: [["exercisetype", prefix + "exercisetype"], ["starttime", prefix + "starttime"]],
    orElse: "not exercises of Samsung Health; choose com.samsung.shealth.exercise.….csv or the zip file of the export")

  init(_ options: ActivityOptions) {
    self.options = options
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    let options = options
    func activity(_ row: NamedRow) throws(RowProblem) -> FoundActivity? { try Self.activity(row, options) }
    try table.read(bytes, into: &findings, as: .rucks, activity, options.addListed)
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    let options = options
    func activity(_ row: NamedRow) throws(RowProblem) -> FoundActivity? { try Self.activity(row, options) }
    try table.finish(into: &findings, as: .rucks, activity, options.addListed)
  }

  /// Reads only the sport of an activity that is not imported.
  private static func activity(_ row: NamedRow, _ options: ActivityOptions) throws(RowProblem) -> FoundActivity? {
    let type = try row.text(prefix + "exercisetype", "exercisetype")
    let sport = sports[type] ?? "sport \(type)"
    guard options.takes(listed: sport) else { return FoundActivity(line: row.line, sport: sport) }
    var activity = FoundActivity(line: row.line, sport: sport)
    let id = try row.text(prefix + "datauuid", "datauuid")
    if !id.isEmpty, TextRules.isObjectId("samsung:" + id) { activity.id = "samsung:" + id }
    let utc = LocalCalendar(zone: .utc)
    activity.startedAt = try row.instant(utc, prefix + "starttime", "starttime")
    activity.endedAt = try row.instant(utc, prefix + "endtime", "endtime")
    // Durations are in milliseconds.
    if let duration = try row.number(prefix + "duration", "duration"), (0..<1e12).contains(duration) {
      activity.movingSeconds = duration / 1_000
      activity.endedAt = activity.endedAt ?? activity.startedAt.map { $0 + Int64((duration / 1_000).rounded()) }
    }
    activity.distance = try row.number(prefix + "distance", "distance")
    activity.calories = try row.number(prefix + "calorie", "calorie").flatMap { $0 > 0 ? $0 : nil }
    activity.climb = try row.number(prefix + "altitudegain", "altitudegain").flatMap { $0 > 0 ? $0 : nil }
    return activity
  }
}
