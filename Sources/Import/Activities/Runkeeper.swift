import Chronology
import Domain

/// Reads Runkeeper's `cardioActivities.csv`. In the zip file, the track of an activity adds its start in UTC and its
/// end, which is later than the duration if there were pauses.
struct Runkeeper: FormatReader {
  private var table = NamedTable(
    requiring: [["date"], ["type"], ["duration"], ["distancekm", "distancemi"]],
    orElse: "not a Runkeeper export; choose cardioActivities.csv or the zip file of the export")
  private let rows: RunkeeperRows

  init(_ options: ActivityOptions, _ calendar: LocalCalendar, archive: ActivityArchive? = nil) {
    rows = RunkeeperRows(options: options, calendar: calendar, archive: archive)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    try table.read(bytes, into: &findings, as: .rucks, rows.item, rows.add)
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try table.finish(into: &findings, as: .rucks, rows.item, rows.add)
  }
}

private struct RunkeeperRows {
  struct Item {
    var activity: FoundActivity
    /// Why its track could not be read.
    var fileProblem: String?
  }

  let options: ActivityOptions
  let calendar: LocalCalendar
  let archive: ActivityArchive?

  func add(_ item: Item, to findings: inout Findings) throws(ImportError) {
    if let archive, archive.isSpent { try UnpackBudget(0).spend(1) }
    if let problem = item.fileProblem {
      findings.note(line: item.activity.line, "imported without its file: \(problem)")
    }
    try options.addListed(item.activity, to: &findings)
  }

  /// Reads only the sport of an activity that is not imported.
  func item(_ row: NamedRow) throws(RowProblem) -> Item? {
    let sport = try row.text("type")
    guard options.takes(listed: sport) else {
      return Item(activity: FoundActivity(line: row.line, sport: sport))
    }
    var item = Item(activity: FoundActivity())
    let file = try row.text("gpxfile")
    if let archive, !file.isEmpty {
      do throws(RowProblem) { item.activity = try archive.activity(in: file) } catch { item.fileProblem = error.reason }
    }
    item.activity.line = row.line
    item.activity.sport = sport
    try complete(&item.activity, from: row)
    return item
  }

  private func complete(_ activity: inout FoundActivity, from row: NamedRow) throws(RowProblem) {
    let id = try row.text("activityid")
    if !id.isEmpty, TextRules.isObjectId("runkeeper:" + id) { activity.id = "runkeeper:" + id }
    if activity.startedAt == nil { activity.startedAt = try row.instant(calendar, "date") }
    let note = try row.text("notes")
    if !note.isEmpty { activity.note = note }
    let text = try row.text("duration")
    guard let seconds = Self.seconds(text) else { throw RowProblem("duration \(RowProblem.quoted(text)) is not valid") }
    activity.movingSeconds = Double(seconds)
    if let start = activity.startedAt { activity.endedAt = max(activity.endedAt ?? start, start + seconds) }
    let (kilometres, miles) = (try row.number("distancekm"), try row.number("distancemi"))
    let metres = kilometres.map { $0 * 1_000 } ?? miles.map { $0 * 1_609.344 }
    if let metres, metres > 0 { activity.distance = metres }
    let (climb, feet) = (try row.number("climbm"), try row.number("climbft"))
    activity.climb = climb ?? feet.map { $0 * 0.3048 } ?? activity.climb
    activity.calories = try row.number("caloriesburned").flatMap { $0 > 0 ? $0 : nil }
  }

  /// Parses `27:37` and `1:01:10`.
  private static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var sum: Int64 = 0
    for part in parts {
      guard let part, (0...9_999).contains(part) else { return nil }
      sum = sum * 60 + part
    }
    return sum
  }
}
