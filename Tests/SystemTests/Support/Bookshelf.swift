import Foundation
import Testing

/// A reader who finishes books, today by default, in UTC.
struct Bookshelf {
  /// Kept because a stack stops when it is released.
  private let stack: Stack
  let client: HTTPClient

  init(_ stack: Stack, user: String = "ada") throws {
    self.stack = stack
    client = try stack.client(user: user)
  }

  /// The finish time of a book that is finished today.
  static var today: String { Listener.instant(0, "00:00") }

  static let cultures = [
    "African", "Asian", "Caribbean", "European", "Indigenous", "Latin American", "Middle Eastern", "North American",
    "Oceanian", "Other",
  ]

  func finish(
    _ id: String, at: String = today, rating: Double? = nil, culture: String? = nil, language: String? = nil
  ) throws {
    let language = language.map { #", "language": "\#($0)""# } ?? ""
    #expect(try client.put("/api/v1/works/\(id)", #"{"title": "\#(id)"\#(language)}"#).status < 300)
    let rating = rating.map { #", "rating": \#($0)"# } ?? ""
    let entry = try client.put(
      "/api/v1/library/\(id)", #"{"status": "finished", "finishedAt": "\#(at)"\#(rating)}"#)
    #expect(entry.status < 300, "\(entry.text)")
    guard let culture else { return }
    #expect(
      try client.put("/api/v1/diversity/works/\(id)/culturalOrigin", #"{"value": "\#(culture)"}"#).status == 200)
  }

  /// Finishes books without diversity data.
  func finish(_ range: ClosedRange<Int>, at: String = today) throws {
    for number in range { try finish("b\(number)", at: at) }
  }

  /// Finishes one book for each of the cultures at these positions, counted from 1.
  func explore(_ range: ClosedRange<Int>, rating: Double? = nil) throws {
    for number in range { try finish("c\(number)", rating: rating, culture: Self.cultures[number - 1]) }
  }

  /// Reports a session with no duration, so that it can be today at any hour.
  func read(daysAgo: Int, in id: String = "diary") throws {
    _ = try client.put("/api/v1/works/\(id)", #"{"title": "\#(id)"}"#)
    let at = Listener.instant(daysAgo, "00:00")
    let response = try client.post(
      "/api/v1/reading/sessions",
      #"{"workId": "\#(id)", "startedAt": "\#(at)", "endedAt": "\#(at)", "startPage": 1, "endPage": 2}"#)
    #expect(response.status == 201, "\(response.text)")
  }

  func delete(_ path: String) throws { #expect(try client.delete("/api/v1/\(path)").status == 204) }

  func achievements() throws -> [[String: Any]] {
    let response = try client.get("/api/v1/achievements")
    #expect(response.status == 200, "\(response.text)")
    return response.object.list("achievements")
  }

  /// Returns value, threshold, progress, steps and whether it is unlocked.
  func figures(_ id: String) throws -> [Double?] {
    let found = try #require(try achievements().first { $0.text("id") == id })
    #expect((found["unlockedAt"] is NSNull) == (found["isUnlocked"] as? Bool == false))
    return ["currentValue", "threshold", "progress", "progressSteps", "isUnlocked"].map { found.number($0) }
  }

  func unlockedAt(_ id: String) throws -> String? {
    try achievements().first { $0.text("id") == id }?.text("unlockedAt")
  }

  func goals() throws -> [[String: Any]] {
    let response = try client.get("/api/v1/goals")
    #expect(response.status == 200, "\(response.text)")
    return response.object.list("goals")
  }

  func goal(_ type: String) throws -> [String: Any] {
    try #require(try goals().first { $0.text("type") == type })
  }

  @discardableResult
  func aim(at target: String, _ type: String) throws -> Response {
    try client.put("/api/v1/goals/\(type)", #"{"target": \#(target), "since": "always"}"#)
  }
}
