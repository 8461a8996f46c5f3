import Foundation
import Testing

/// Listening, reading and rucks at given instants of past years.
struct Chronicle {
  /// Kept because a stack stops when it is released.
  private let stack: Stack
  let client: HTTPClient

  init(_ stack: Stack, user: String = "ada") throws {
    self.stack = stack
    client = try stack.client(user: user)
  }

  private func accepted(_ response: Response) { #expect((200...204).contains(response.status), "\(response.text)") }

  /// Changes settings for all times.
  func live(_ profile: String) throws {
    accepted(try client.put("/api/v1/profile", profile.dropLast() + #", "since": "always"}"#))
  }

  func hero(_ id: String, name: String) throws {
    accepted(try client.put("/api/v1/heroes/\(id)", #"{"name": "\#(name)"}"#))
  }

  func story(_ id: String, hero: String? = nil, created: String = "2024-01-01T00:00:00Z") throws {
    let hero = hero.map { #", "heroId": "\#($0)""# } ?? ""
    accepted(
      try client.put(
        "/api/v1/stories/\(id)",
        #"{"title": "Story \#(id)", "estimatedDuration": 86400, "createdAt": "\#(created)"\#(hero)}"#))
  }

  /// Returns the id.
  @discardableResult
  func listen(_ story: String, _ from: String, _ to: String) throws -> String {
    let response = try client.post("/api/v1/analytics/sessions", Listener.report(story, from, to))
    accepted(response)
    return try #require(response.object.text("id"))
  }

  func book(
    _ id: String, finished: String?, pages: Int? = nil, genres: [String] = [], culture: String? = nil
  ) throws {
    let names = genres.map { "\"\($0)\"" }.joined(separator: ", ")
    let pages = pages.map { #", "pageCount": \#($0)"# } ?? ""
    accepted(try client.put("/api/v1/works/\(id)", #"{"title": "Book \#(id)", "genres": [\#(names)]\#(pages)}"#))
    let entry = finished.map { #"{"status": "finished", "finishedAt": "\#($0)"}"# } ?? #"{"status": "reading"}"#
    accepted(try client.put("/api/v1/library/\(id)", entry))
    guard let culture else { return }
    accepted(try client.put("/api/v1/diversity/works/\(id)/culturalOrigin", #"{"value": "\#(culture)"}"#))
  }

  func read(_ work: String, _ from: String, _ to: String, pages: Int = 0) throws {
    accepted(
      try client.post(
        "/api/v1/reading/sessions",
        #"{"workId": "\#(work)", "startedAt": "\#(from)", "endedAt": "\#(to)", "startPage": 0, "endPage": \#(pages)}"#))
  }

  func ruck(_ id: String, _ from: String, _ to: String, km: Double, kg: Double, calories: Int = 0) throws {
    accepted(
      try client.post(
        "/api/v1/rucks",
        """
        {"id": "\(id)", "startedAt": "\(from)", "endedAt": "\(to)", "distance": \(km * 1_000), "loadWeight": \(kg), \
        "calories": \(calories)}
        """))
  }

  func review(_ year: Int) throws -> [String: Any] {
    let response = try client.get("/api/v1/review/\(year)")
    #expect(response.status == 200, "\(response.text)")
    return response.object
  }

  func listening(_ year: Int) throws -> [String: Any] { try review(year).object("listening") }
  func reading(_ year: Int) throws -> [String: Any] { try review(year).object("reading") }
  func rucks(_ year: Int) throws -> [String: Any] { try review(year).object("rucks") }
  func isNull(_ section: String, _ year: Int) throws -> Bool { try review(year)[section] is NSNull }
}
