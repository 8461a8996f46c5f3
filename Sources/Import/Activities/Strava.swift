import API
import Chronology
import Domain

/// Reads Strava's `activities.csv` in any language. The names of the columns are translated and not unique, but their
/// order is fixed. The column of file names is recognised by its contents.
struct StravaTable: FormatReader {
  private var table = CSVReader()
  private var rows: StravaRows

  /// `archive` contains the files of the activities.
  init(_ options: ActivityOptions, archive: ActivityArchive? = nil) {
    rows = StravaRows(options: options, archive: archive)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    var rows = rows
    defer { self.rows = rows }
    try table.read(bytes) { row throws(ImportError) in try rows.take(row, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    var rows = rows
    try table.finish { row throws(ImportError) in try rows.take(row, &findings) }
    guard rows.hasHeader else { throw ImportError("the file is empty") }
  }
}

private struct StravaRows {
  private static let longestSeconds = 1e8

  let options: ActivityOptions
  let archive: ActivityArchive?
  private var columns: StravaColumns?

  init(options: ActivityOptions, archive: ActivityArchive?) {
    self.options = options
    self.archive = archive
  }

  var hasHeader: Bool { columns != nil }

  mutating func take(_ row: CSVRow, _ findings: inout Findings) throws(ImportError) {
    guard columns != nil else {
      // Lists in other languages are read by position, which would accept any table.
      let known: KnownFormat?
      do throws(RowProblem) {
        known = KnownFormat(try ColumnNames(row, orLatin: false))
        columns = try StravaColumns(row)
      } catch {
        throw ImportError("line \(row.line): \(error.reason)")
      }
      if let error = known?.error(chosen: .strava) { throw error }
      return
    }
    var found: FoundRuck?
    var fileProblem: RowProblem?
    do throws(RowProblem) {
      if try row.isBlank(orLatin: false) { return }
      guard !row.isCutOff else { throw RowProblem("a quote is not closed") }
      columns?.learn(from: row)
      if try isSkipped(row, &findings) { return }
      found = try ruck(row, &fileProblem)
    } catch {
      findings.reject(.rucks, line: row.line, error.reason)
    }
    if let archive, archive.isSpent { try UnpackBudget(0).spend(1) }
    guard let found else { return }
    if let fileProblem {
      findings.note(line: row.line, "imported without its file: \(fileProblem.reason)")
    }
    try findings.add(found)
  }

  private func isSkipped(_ row: CSVRow, _ findings: inout Findings) throws(RowProblem) -> Bool {
    guard let columns else { return false }
    let sport = try row.text(columns.sport)
    if options.takes(listed: sport) { return false }
    findings.skip(sport)
    // An unknown name may mean a hike in another language. English names are all known.
    if options.kinds == nil, !columns.isEnglish, !Sport.isOther(sport) {
      findings.note(line: row.line, "type \(RowProblem.quoted(sport)) is unknown; to import it, add it to the types")
    }
    return true
  }

  private func ruck(_ row: CSVRow, _ fileProblem: inout RowProblem?) throws(RowProblem) -> FoundRuck? {
    guard let columns else { return nil }
    let id = try row.text(columns.id)
    let isNumber = (1...20).contains(id.utf8.count) && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
    var activity = FoundActivity()
    let file = try columns.file(row)
    if let archive, !file.isEmpty {
      do throws(RowProblem) { activity = try archive.activity(in: file) } catch { fileProblem = error }
    }
    activity.line = row.line
    activity.name = try text(row, columns.name) ?? activity.name
    activity.note = try text(row, columns.note) ?? activity.note
    activity.id = isNumber ? "strava:" + id : nil
    let elapsed = try number(row, columns.elapsed)
    if activity.startedAt == nil {
      let date = try row.text(columns.date)
      guard let day = DateText(date, isDayFirst: !columns.isEnglish), day.second != nil else {
        throw RowProblem("date \(RowProblem.quoted(date)) is not a date with a time")
      }
      // The list has UTC, in every language.
      activity.startedAt = day.instant(LocalCalendar(zone: .utc))
    }
    if let elapsed, let start = activity.startedAt {
      guard (0..<Self.longestSeconds).contains(elapsed) else {
        throw RowProblem("elapsed time of \(elapsed) s is not valid")
      }
      activity.endedAt = start + Int64(elapsed.rounded())
    }
    activity.distance = try metres(row, columns, seconds: elapsed ?? 0) ?? activity.distance
    activity.movingSeconds = try number(row, columns.moving) ?? activity.movingSeconds
    activity.climb = try number(row, columns.climb) ?? activity.climb
    activity.calories = try number(row, columns.calories).flatMap { $0 > 0 ? $0 : nil } ?? activity.calories
    return try activity.ruck(load: options.load)
  }

  /// The first column of the name contains kilometres, the second metres. Old files have metres in the first, which
  /// an impossible speed reveals.
  private func metres(_ row: CSVRow, _ columns: StravaColumns, seconds: Double) throws(RowProblem) -> Double? {
    if let metres = try distance(row, columns.metres) { return metres }
    guard let kilometres = try distance(row, columns.kilometres) else { return nil }
    return kilometres * 1_000 > seconds * 100 && seconds > 0 ? kilometres : kilometres * 1_000
  }

  private func distance(_ row: CSVRow, _ column: Int?) throws(RowProblem) -> Double? {
    let found = try number(row, column)
    if let found, found < 0 { throw RowProblem("distance '\(found)' is not valid") }
    return found
  }

  /// Returns nil without the column or for an empty cell.
  private func text(_ row: CSVRow, _ column: Int?) throws(RowProblem) -> String? {
    guard let column, column < row.count else { return nil }
    let text = try row.text(column)
    return text.isEmpty ? nil : text
  }

  private func number(_ row: CSVRow, _ column: Int?) throws(RowProblem) -> Double? {
    guard let column else { return nil }
    let text = try row.text(column)
    if text.isEmpty { return nil }
    guard let number = Texts.number(text) else {
      throw RowProblem("column \(column + 1): \(RowProblem.quoted(text)) is not a number")
    }
    return number
  }
}
