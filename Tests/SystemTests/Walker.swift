import Foundation
import Testing

/// What tests of rucks need: rucks on days counted back from today, all in UTC.
struct Walker {
  let client: HTTPClient

  /// Days since this week's Monday.
  static var sinceMonday: Int { (Int(Date().timeIntervalSince1970 / 86_400) + 3) % 7 }

  /// A day of an earlier week, 0 for its Monday, in days before today.
  static func daysAgo(weeks: Int, weekday: Int = 0) -> Int { sinceMonday + 7 * weeks - weekday }

  func post(_ json: String) throws -> Response { try client.post("/api/v1/rucks", json) }

  @discardableResult
  func ruck(
    _ daysAgo: Int, _ time: String = "08:00", minutes: Int, km: Double, kg: Double, more: String = ""
  ) throws -> [String: Any] {
    // A ruck of today ends at once, so that no test depends on the hour it runs at.
    let start = Listener.instant(daysAgo, time)
    let begin = try #require(ISO8601DateFormatter().date(from: start))
    let end = ISO8601DateFormatter().string(from: begin.addingTimeInterval(daysAgo == 0 ? 60 : Double(minutes) * 60))
    let moving = daysAgo == 0 ? #", "movingTime": \#(minutes * 60)"# : ""
    let answer = try post(
      """
      {"startedAt": "\(start)", "endedAt": "\(end)", "distance": \(km * 1_000), "loadWeight": \(kg)\(moving)\(more)}
      """)
    #expect(answer.status == 201, "\(answer.text)")
    return answer.object
  }

  func read(_ path: String) throws -> [String: Any] {
    let answer = try client.get("/api/v1/rucks/\(path)", headers: ["Cache-Control": "no-cache"])
    #expect(answer.status == 200, "\(answer.text)")
    return answer.object
  }

  /// Three rucks on Monday, Tuesday and Wednesday of last week, with paces of 10, 12 and 14 minutes a kilometre.
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

/// Equal but for the last digits of a double.
func isNear(_ found: Double?, _ expected: Double) -> Bool {
  found.map { abs($0 - expected) <= 1e-9 * max(1, abs(expected)) } ?? false
}
