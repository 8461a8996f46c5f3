import Chronology
import Domain

/// The list of activities of Strava, in whatever language it is: the names of its columns are translated and repeated,
/// their order is always the same, and the column of file names is found by what stands in it.
struct StravaTable: FormatReader {
  private var table = CSVReader()
  private var rows: StravaRows

  /// The archive has the activities' own files, where there is one.
  init(_ options: ActivityOptions, _ calendar: LocalCalendar, archive: StravaArchive? = nil) {
    rows = StravaRows(options: options, calendar: calendar, archive: archive)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal) {
    var rows = rows
    defer { self.rows = rows }
    try table.read(bytes) { row throws(ImportRefusal) in try rows.take(row, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportRefusal) {
    var rows = rows
    try table.finish { row throws(ImportRefusal) in try rows.take(row, &findings) }
    guard rows.hasHeader else { throw ImportRefusal("the file is empty") }
  }
}

private struct StravaRows {
  private static let longestSeconds = 1e8

  let options: ActivityOptions
  let calendar: LocalCalendar
  let archive: StravaArchive?
  private var columns: StravaColumns?

  init(options: ActivityOptions, calendar: LocalCalendar, archive: StravaArchive?) {
    self.options = options
    self.calendar = calendar
    self.archive = archive
  }

  var hasHeader: Bool { columns != nil }

  mutating func take(_ row: CSVRow, _ findings: inout Findings) throws(ImportRefusal) {
    guard columns != nil else {
      do throws(RowProblem) {
        columns = try StravaColumns(row)
      } catch {
        throw ImportRefusal("line \(row.line) \(error.reason)")
      }
      return
    }
    var found: FoundRuck?
    var fileProblem: RowProblem?
    do throws(RowProblem) {
      if try row.isBlank(orLatin: false) { return }
      found = try ruck(row, &fileProblem)
    } catch {
      findings.reject(.rucks, line: row.line, error.reason)
    }
    if let archive, archive.isSpent { try UnpackBudget(0).spend(1) }
    guard let found else { return }
    if let fileProblem {
      findings.note(line: row.line, "comes with the list's figures alone: \(fileProblem.reason)")
    }
    try findings.add(found)
  }

  /// Nil for what was not asked for: rides and runs are no problem.
  private mutating func ruck(_ row: CSVRow, _ fileProblem: inout RowProblem?) throws(RowProblem) -> FoundRuck? {
    guard !row.isCutOff else { throw RowProblem("has a quote that does not end") }
    columns?.learn(from: row)
    guard let columns else { return nil }
    let sport = try row.text(columns.sport)
    guard (options.kinds ?? Sport.usual).contains(Sport.kind(sport)) else {
      // A word of another language may mean a hike; English lists have no words but these.
      guard options.kinds == nil, !columns.isEnglish, !Sport.isOther(sport) else { return nil }
      throw RowProblem("is \(RowProblem.quoted(sport)), which is not known; --types takes it")
    }
    let id = try row.text(columns.id)
    let isNumber = (1...20).contains(id.utf8.count) && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
    var activity = FoundActivity()
    let file = try columns.file(row)
    if let archive, !file.isEmpty {
      do throws(RowProblem) { activity = try archive.activity(in: file) } catch { fileProblem = error }
    }
    activity.line = row.line
    activity.id = isNumber ? "strava:" + id : nil
    let elapsed = try number(row, columns.elapsed)
    if activity.startedAt == nil {
      let date = try row.text(columns.date)
      guard let day = DateText(date, isDayFirst: !columns.isEnglish), day.second != nil else {
        throw RowProblem("\(RowProblem.quoted(date)) is no date with a time")
      }
      activity.startedAt = day.instant(calendar)
    }
    if let elapsed, let start = activity.startedAt {
      guard (0..<Self.longestSeconds).contains(elapsed) else { throw RowProblem("\(elapsed) seconds are no time") }
      activity.endedAt = start + Int64(elapsed.rounded())
    }
    activity.distance = try metres(row, columns, seconds: elapsed ?? 0) ?? activity.distance
    activity.movingSeconds = try number(row, columns.moving) ?? activity.movingSeconds
    activity.climb = try number(row, columns.climb) ?? activity.climb
    activity.calories = try number(row, columns.calories).flatMap { $0 > 0 ? $0 : nil } ?? activity.calories
    return try activity.ruck(load: options.load)
  }

  /// The first column of the name is kilometres, the second metres. Lists of years ago had metres in the first: a
  /// speed that nothing on the ground has gives them away.
  private func metres(_ row: CSVRow, _ columns: StravaColumns, seconds: Double) throws(RowProblem) -> Double? {
    if let metres = try distance(row, columns.metres) { return metres }
    guard let kilometres = try distance(row, columns.kilometres) else { return nil }
    return kilometres * 1_000 > seconds * 100 && seconds > 0 ? kilometres : kilometres * 1_000
  }

  private func distance(_ row: CSVRow, _ column: Int?) throws(RowProblem) -> Double? {
    let found = try number(row, column)
    if let found, found < 0 { throw RowProblem("'\(found)' is no distance") }
    return found
  }

  private func number(_ row: CSVRow, _ column: Int?) throws(RowProblem) -> Double? {
    guard let column else { return nil }
    let text = try row.text(column)
    if text.isEmpty { return nil }
    guard let number = Texts.number(text) else { throw RowProblem("\(RowProblem.quoted(text)) is no number") }
    return number
  }
}
