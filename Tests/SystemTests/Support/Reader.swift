import Foundation
import Testing

/// Books and sessions on days relative to today, in UTC.
struct Reader {
  let client: HTTPClient

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()

  /// Returns the start of the current week, month or year, or of one `count` periods later.
  static func start(of period: Calendar.Component, _ count: Int = 0) -> Date {
    let unit: Set<Calendar.Component> =
      switch period {
      case .weekOfYear: [.yearForWeekOfYear, .weekOfYear]
      case .month: [.year, .month]
      default: [.year]
      }
    let start = calendar.date(from: calendar.dateComponents(unit, from: Date())) ?? .distantPast
    return calendar.date(byAdding: period, value: count, to: start) ?? .distantPast
  }

  /// The number of days of a period so far, including today.
  static func daysSoFar(of period: Calendar.Component) -> Double {
    (Date().timeIntervalSince(start(of: period)) / 86_400).rounded(.down) + 1
  }

  /// Returns a month such as `2026-11`.
  static func month(_ count: Int) -> String { String(text(start(of: .month, count)).prefix(7)) }

  static func text(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }

  /// Creates a work in the library, finished if `finished` is given.
  func book(
    _ id: String, finished: Date? = nil, rating: Double? = nil, culture: String? = nil, genres: [String] = []
  ) throws {
    let named = genres.map { "\"\($0)\"" }.joined(separator: ", ")
    let work = try client.put("/api/v1/works/\(id)", #"{"title": "Title of \#(id)", "genres": [\#(named)]}"#)
    #expect(work.status == 201, "\(work.text)")
    try finish(id, finished, rating: rating)
    guard let culture else { return }
    let set = try client.put("/api/v1/diversity/works/\(id)/culturalOrigin", #"{"value": "\#(culture)"}"#)
    #expect(set.status == 200, "\(set.text)")
  }

  /// Finishes a work, or sets it to reading if the date is nil.
  func finish(_ id: String, _ date: Date?, rating: Double? = nil) throws {
    let finish = date.map { #""status": "finished", "finishedAt": "\#(Self.text($0))""# } ?? #""status": "reading""#
    let rated = rating.map { #", "rating": \#($0)"# } ?? ""
    let entry = try client.put("/api/v1/library/\(id)", "{\(finish)\(rated)}")
    #expect(entry.status < 300, "\(entry.text)")
  }

  @discardableResult
  func read(_ id: String, at start: Date, seconds: Double, pages: Int) throws -> String {
    let response = try client.post(
      "/api/v1/reading/sessions",
      """
      {"workId": "\(id)", "startedAt": "\(Self.text(start))", "endedAt": "\(Self.text(start + seconds))", \
      "startPage": 0, "endPage": \(pages)}
      """)
    #expect(response.status == 201, "\(response.text)")
    return try #require(response.object.text("id"))
  }

  /// Noon this many days ago.
  static func noon(_ daysAgo: Int) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: Listener.instant(daysAgo, "12:00")))
  }

  func insights(_ timeframe: String? = nil) throws -> [String: Any] {
    try response("insights" + (timeframe.map { "?timeframe=\($0)" } ?? ""))
  }

  func timeline(_ months: Int? = nil) throws -> [[String: Any]] {
    try response("insights/timeline" + (months.map { "?months=\($0)" } ?? "")).list("months")
  }

  private func response(_ path: String) throws -> [String: Any] {
    let response = try client.get("/api/v1/\(path)", headers: ["Cache-Control": "no-cache"])
    #expect(response.status == 200, "\(response.text)")
    return response.object
  }
}
