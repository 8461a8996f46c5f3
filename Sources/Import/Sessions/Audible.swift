import Chronology
import Domain

/// Reads Audible's listening events, which have days and durations but no times of day. The events of a book on one
/// day are one session, which begins with the day.
struct Audible: FormatReader {
  private let calendar: LocalCalendar
  private var table = NamedTable(
    requiring: [["startdate"], ["eventdurationmilliseconds"], ["productname"]],
    orElse: "not Audible's listening; choose Listening.csv of the data request")
  private var events = AudibleEvents()

  init(_ calendar: LocalCalendar) {
    self.calendar = calendar
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    let calendar = calendar
    func event(_ row: NamedRow) throws(RowProblem) -> AudibleEvent? { try AudibleEvent(row, calendar) }
    var events = events
    self.events = AudibleEvents()
    defer { self.events = events }
    try table.read(bytes, into: &findings, as: .listening, event) { event, findings throws(ImportError) in
      try events.add(event, &findings)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    let calendar = calendar
    func event(_ row: NamedRow) throws(RowProblem) -> AudibleEvent? { try AudibleEvent(row, calendar) }
    var events = events
    try table.finish(into: &findings, as: .listening, event) { event, findings throws(ImportError) in
      try events.add(event, &findings)
    }
    for session in events.named { try findings.add(session) }
  }
}

/// A row of the list.
private struct AudibleEvent {
  /// The share of a book from which it counts as completed.
  private static let completeShare = 0.95

  /// Identifies the event. A book in several parts repeats each event with the titles of the parts.
  var key: [String]
  var session: FoundListening

  /// Returns nil for a sample, which is not a book.
  init?(_ row: NamedRow, _ calendar: LocalCalendar) throws(RowProblem) {
    guard try !["preview", "catalogsample"].contains(Texts.key(row.text("audiotype"))) else { return nil }
    let asin = try row.value("asin")
    guard !asin.isEmpty, TextRules.isObjectId("audible:" + asin) else {
      throw RowProblem("column ASIN is empty or not valid")
    }
    let date = try row.value("startdate")
    guard let start = DateText(date)?.instant(calendar) else {
      throw RowProblem("column startdate: \(RowProblem.quoted(date)) is not a date")
    }
    guard let seconds = try Self.seconds(row, "eventdurationmilliseconds") else {
      throw RowProblem("column eventdurationmilliseconds is empty")
    }
    let title = Texts.name(try row.value("productname"))
    let length = try Self.seconds(row, "booklengthmilliseconds") ?? 0
    let place = try Self.seconds(row, "endpositionmilliseconds") ?? 0
    key = [asin, date, try row.text("enddate"), "\(seconds)", try row.text("startpositionmilliseconds"), "\(place)"]
    session = FoundListening(
      line: row.line, asin: asin, label: "day " + RowProblem.quoted(date), storyId: "audible:" + asin,
      title: title.isEmpty ? asin : title, length: length, startedAt: start, endedAt: start,
      completed: length > 0 && place / length >= Self.completeShare, duration: seconds)
  }

  /// Returns nil for an empty column.
  private static func seconds(_ row: NamedRow, _ column: String) throws(RowProblem) -> Double? {
    let text = try row.value(column)
    if text.isEmpty { return nil }
    guard let milliseconds = Texts.number(text), (0..<1e12).contains(milliseconds) else {
      throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not valid")
    }
    return milliseconds / 1_000
  }
}

/// The sessions of a file: the events of a book that begin at the same time.
private struct AudibleEvents {
  private static let longestSeconds = 86_400.0

  private struct Key: Hashable {
    var storyId: String
    var startedAt: Instant
  }

  private var sessions: [FoundListening] = []
  /// The shortest title of each book, which has no number of a part.
  private var titles: [String: String] = [:]
  private var placeOfKey: [Key: Int] = [:]
  private var keys: Set<[String]> = []

  var named: [FoundListening] {
    sessions.map { session in
      var named = session
      named.title = titles[session.storyId] ?? session.title
      return named
    }
  }

  mutating func add(_ event: AudibleEvent, _ findings: inout Findings) throws(ImportError) {
    let (id, title) = (event.session.storyId, event.session.title)
    if titles[id, default: title].count >= title.count { titles[id] = title }
    guard keys.insert(event.key).inserted, event.session.duration >= 1 else { return }
    guard keys.count <= ImportLimits.findings else {
      throw ImportError("the file contains more than \(ImportLimits.findings) events; split it")
    }
    let key = Key(storyId: id, startedAt: event.session.startedAt)
    var session = event.session
    if let place = placeOfKey[key] {
      session = sessions[place]
      session.duration += event.session.duration
      session.completed = session.completed || event.session.completed
      session.length = max(session.length, event.session.length)
    }
    guard session.duration <= Self.longestSeconds else {
      return findings.reject(.listening, line: event.session.line, "more than 24 hours of listening on one day")
    }
    session.endedAt = session.startedAt + Int64(session.duration.rounded())
    if let place = placeOfKey[key] {
      sessions[place] = session
    } else {
      placeOfKey[key] = sessions.count
      sessions.append(session)
    }
  }
}
