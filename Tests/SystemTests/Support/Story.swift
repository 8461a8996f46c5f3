import Foundation
import Testing

/// A hero with a story, and its sessions at given times.
struct Story {
  let client: HTTPClient
  /// Noon three days ago, so that tests do not depend on the hour.
  let noon: Date

  init(_ client: HTTPClient) throws {
    self.client = client
    let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    noon = Date(timeIntervalSince1970: today - 3 * 86_400 + 43_200)
    let hero = try client.put("/api/v1/heroes/hero-1", #"{"name": "Ada"}"#)
    #expect(hero.status == 201 || hero.status == 200, "\(hero.text)")
    let story = try client.put(
      "/api/v1/stories/story-1", #"{"title": "The Engine", "heroId": "hero-1", "estimatedDuration": 3600}"#)
    #expect(story.status == 201 || story.status == 200, "\(story.text)")
  }

  static func text(_ date: Date) -> String {
    ISO8601DateFormatter().string(from: date)
  }

  func session(startingAt offset: Double = 0, lasting seconds: Double = 600, completed: Bool = true) -> String {
    let start = Self.text(noon.addingTimeInterval(offset))
    let end = Self.text(noon.addingTimeInterval(offset + seconds))
    return #"{"storyId": "story-1", "startedAt": "\#(start)", "endedAt": "\#(end)", "completed": \#(completed)}"#
  }

  func record(startingAt offset: Double = 0, lasting seconds: Double = 600) throws -> Response {
    try client.post("/api/v1/analytics/sessions", session(startingAt: offset, lasting: seconds))
  }

  func summary() throws -> [String: Any] {
    let response = try client.get("/api/v1/analytics/summary", headers: ["Cache-Control": "no-cache"])
    #expect(response.status == 200, "\(response.text)")
    return response.object
  }
}

extension [String: Any] {
  func number(_ name: String) -> Double? {
    (self[name] as? NSNumber)?.doubleValue
  }

  func text(_ name: String) -> String? {
    self[name] as? String
  }
}
