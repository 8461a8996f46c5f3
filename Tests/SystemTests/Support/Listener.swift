import Foundation
import Testing

/// A user with stories. Days are counted back from today, so tests do not depend on the date.
struct Listener {
  /// Kept because a stack stops when it is released.
  private let stack: Stack
  let client: HTTPClient

  init(_ stack: Stack, user: String) throws {
    self.stack = stack
    client = try stack.client(user: user)
  }

  func makeStories(_ ids: String..., hero: String? = nil, seconds: Int = 3_600) throws {
    if let hero { #expect(try client.put("/api/v1/heroes/\(hero)", #"{"name": "\#(hero)"}"#).status == 201) }
    for id in ids {
      let heroId = hero.map { #", "heroId": "\#($0)""# } ?? ""
      let made = try client.put(
        "/api/v1/stories/\(id)", #"{"title": "Story \#(id)", "estimatedDuration": \#(seconds)\#(heroId)}"#)
      #expect(made.status == 201, "\(made.text)")
    }
  }

  /// The day this many days before today, in UTC.
  static func day(_ daysAgo: Int) -> String {
    String(instant(daysAgo, "00:00").prefix(10))
  }

  /// Returns an instant: `instant(3, "23:41")` is 23:41 three days ago, in UTC.
  static func instant(_ daysAgo: Int, _ clock: String) -> String {
    let parts = clock.split(separator: ":").compactMap { Double($0) }
    let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    let time = today - Double(daysAgo) * 86_400 + parts[0] * 3_600 + parts[1] * 60
    return ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: time))
  }

  static func report(_ story: String, _ from: String, _ to: String, completed: Bool = true, more: String = "") -> String
  {
    #"{"storyId": "\#(story)", "startedAt": "\#(from)", "endedAt": "\#(to)", "completed": \#(completed)\#(more)}"#
  }

  @discardableResult
  func listen(
    _ story: String, _ from: String, _ to: String, completed: Bool = true, more: String = "", status: Int = 201
  ) throws -> [String: Any] {
    let response = try client.post(
      "/api/v1/analytics/sessions", Self.report(story, from, to, completed: completed, more: more))
    #expect(response.status == status, "\(response.text)")
    return response.object
  }

  /// Reports ten completed minutes at noon.
  @discardableResult
  func listen(daysAgo: Int, _ story: String = "s1", status: Int = 201) throws -> [String: Any] {
    try listen(story, Self.instant(daysAgo, "12:00"), Self.instant(daysAgo, "12:10"), status: status)
  }

  /// Changes settings for all times.
  func setProfile(_ json: String) throws {
    let response = try client.put("/api/v1/profile", json.dropLast() + #", "since": "always"}"#)
    #expect(response.status == 200, "\(response.text)")
  }

  func read(_ path: String) throws -> [String: Any] {
    let response = try client.get("/api/v1/analytics/\(path)")
    #expect(response.status == 200, "\(response.text)")
    return response.object
  }

  func streaks() throws -> [Double?] {
    let summary = try read("summary")
    return [summary.number("currentStreak"), summary.number("longestStreak")]
  }

  /// The minutes per day, without days that have none.
  func minutes(_ query: String = "range=month") throws -> [String: Double] {
    let points = try #require(try read("activity?\(query)")["dataPoints"] as? [[String: Any]])
    return points.reduce(into: [:]) { days, point in
      guard let day = point.text("date"), let minutes = point.number("minutes"), minutes > 0 else { return }
      days[day] = minutes
    }
  }

  func milestone(_ id: String) throws -> [String: Any] {
    let milestones = try #require(try read("milestones")["milestones"] as? [[String: Any]])
    return try #require(milestones.first { $0.text("id") == id })
  }
}
