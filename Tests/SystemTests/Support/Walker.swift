import Foundation
import Testing

/// Rucks on days counted back from today, in UTC.
struct Walker {
  let client: HTTPClient

  /// The number of days since this week's Monday.
  static var sinceMonday: Int { (Int(Date().timeIntervalSince1970 / 86_400) + 3) % 7 }

  /// Returns how many days ago a weekday of an earlier week was; 0 is Monday.
  static func daysAgo(weeks: Int, weekday: Int = 0) -> Int { sinceMonday + 7 * weeks - weekday }

  /// Returns how many days ago the current and the previous period started.
  static func beginnings(of period: String) -> (current: Int, previous: Int) {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    let today = calendar.startOfDay(for: Date())
    let date = calendar.dateComponents([.year, .month], from: today)
    func daysAgo(year: Int = 0, month: Int) -> Int {
      let first = calendar.date(from: DateComponents(year: date.year! + year, month: month, day: 1))!
      return calendar.dateComponents([.day], from: first, to: today).day!
    }
    switch period {
    case "weekly": return (sinceMonday, sinceMonday + 7)
    case "monthly": return (daysAgo(month: date.month!), daysAgo(month: date.month! - 1))
    case "quarterly":
      let first = [1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10][date.month! - 1]
      return (daysAgo(month: first), daysAgo(month: first - 3))
    default: return (daysAgo(month: 1), daysAgo(year: -1, month: 1))
    }
  }

  func post(_ json: String, headers: [String: String] = [:]) throws -> Response {
    try client.post("/api/v1/rucks", json, headers: headers)
  }

  /// Reports a ruck with an empty span and a moving time, so that it can be today at any hour.
  @discardableResult
  func walk(
    _ daysAgo: Int, _ time: String = "00:00", minutes: Double, km: Double, kg: Double = 10, more: String = ""
  ) throws -> String {
    let start = Listener.instant(daysAgo, time)
    return try walk(from: start, to: start, minutes: minutes, km: km, kg: kg, more: more)
  }

  @discardableResult
  func walk(
    from start: String, to end: String, minutes: Double? = nil, km: Double = 5, kg: Double = 10, more: String = ""
  ) throws -> String {
    let moving = minutes.map { #", "movingTime": \#($0 * 60)"# } ?? ""
    let body = #"{"startedAt": "\#(start)", "endedAt": "\#(end)", "distance": \#(km * 1_000), "loadWeight": \#(kg)"#
    let response = try post(body + moving + more + "}")
    #expect(response.status == 201, "\(response.text)")
    return response.object.text("id") ?? ""
  }

  func delete(_ id: String) throws { #expect(try client.delete("/api/v1/rucks/\(id)").status == 204) }

  func patch(_ id: String, _ json: String) throws {
    let response = try client.patch("/api/v1/rucks/\(id)", json)
    #expect(response.status == 200, "\(response.text)")
  }

  /// Changes settings for all times.
  func setProfile(_ json: String) throws {
    #expect(try client.put("/api/v1/profile", json.dropLast() + #", "since": "always"}"#).status == 200)
  }

  /// The number of rucks by the Monday of the week, without empty weeks.
  func weeks(_ count: Int = 12) throws -> [String: Double] {
    try read("weekly?weeks=\(count)").list("weeks").reduce(into: [:]) { weeks, week in
      guard let monday = week.text("weekStart"), let sessions = week.number("sessions"), sessions > 0 else { return }
      weeks[monday] = sessions
    }
  }

  /// Returns the holder of a record and its value.
  func record(_ name: String) throws -> String {
    let record = try read("records").object(name)
    return "\(record.text("ruckId") ?? "none") \(record.number("value") ?? -1)"
  }

  func minutes(from: String, to: String) throws -> [Double?] {
    let response = try client.get("/api/v1/analytics/activity?kind=rucks&from=\(from)&to=\(to)")
    #expect(response.status == 200, "\(response.text)")
    return response.object.list("dataPoints").map { $0.number("minutes") }
  }

  @discardableResult
  func ruck(
    _ daysAgo: Int, _ time: String = "08:00", minutes: Int, km: Double, kg: Double, more: String = ""
  ) throws -> [String: Any] {
    // A ruck of today ends after a minute, so that tests do not depend on the hour.
    let start = Listener.instant(daysAgo, time)
    let begin = try #require(ISO8601DateFormatter().date(from: start))
    let end = ISO8601DateFormatter().string(from: begin.addingTimeInterval(daysAgo == 0 ? 60 : Double(minutes) * 60))
    let moving = daysAgo == 0 ? #", "movingTime": \#(minutes * 60)"# : ""
    let response = try post(
      """
      {"startedAt": "\(start)", "endedAt": "\(end)", "distance": \(km * 1_000), "loadWeight": \(kg)\(moving)\(more)}
      """)
    #expect(response.status == 201, "\(response.text)")
    return response.object
  }

  func read(_ path: String) throws -> [String: Any] {
    let response = try client.get("/api/v1/rucks/\(path)", headers: ["Cache-Control": "no-cache"])
    #expect(response.status == 200, "\(response.text)")
    return response.object
  }

  /// Reports three rucks on Monday, Tuesday and Wednesday of last week, with paces of 10, 12 and 14 minutes per
  /// kilometre.
  static func threeRucks(_ client: HTTPClient) throws -> Walker {
    let walker = Walker(client: client)
    try walker.ruck(
      daysAgo(weeks: 1, weekday: 0), minutes: 100, km: 10, kg: 20,
      more: """
        , "id": "a", "calories": 800, "terrain": [{"type": "trail", "distance": 6000}, {"type": "road", "distance": \
        4000}], "weather": {"temperature": 0, "condition": "rain"}
        """)
    try walker.ruck(
      daysAgo(weeks: 1, weekday: 1), minutes: 60, km: 5, kg: 10,
      more: """
        , "id": "b", "calories": 400, "terrain": [{"type": "trail", "distance": 2000}], "weather": {"temperature": \
        10, "condition": "sun"}
        """)
    try walker.ruck(
      daysAgo(weeks: 1, weekday: 2), minutes: 112, km: 8, kg: 30,
      more: #", "id": "c", "weather": {"temperature": 20, "condition": "sun"}"#)
    return walker
  }
}

extension [String: Any] {
  func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
  func list(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
}

/// Whether two numbers are equal except for the last digits of a double.
func isNear(_ found: Double?, _ expected: Double) -> Bool {
  found.map { abs($0 - expected) <= 1e-9 * max(1, abs(expected)) } ?? false
}
