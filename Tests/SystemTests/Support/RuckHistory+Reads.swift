import Chronology
import Domain
import Foundation
import SlowModels

extension RuckHistory {
  /// Returns a description of the first read that differs from the model, or nil.
  mutating func difference() throws -> String? {
    let calendar = model.calendar
    func today() -> Day { calendar.day(of: Instant(seconds: Int64(Date().timeIntervalSince1970))) }
    while true {
      let before = today()
      let found = try difference(on: before)
      // Repeat if the day has ended in the meantime.
      if today() == before { return found }
    }
  }

  private mutating func difference(on today: Day) throws -> String? {
    func differs(_ path: String, _ expected: [String: Any]) throws -> String? {
      Difference.between(Self.withoutNulls(try read("/rucks/\(path)")), expected, at: path)
    }
    for period in RuckPeriod.allCases {
      if let found = try differs("analytics?period=\(period)", model.analytics(period, on: today))
        ?? differs("breakdown?period=\(period)", model.breakdown(period, on: today))
      {
        return found
      }
    }
    for weeks in [1, 12, chance(10) ? 260 : 53] {
      if let found = try differs("weekly?weeks=\(weeks)", model.weekly(weeks, on: today)) { return found }
    }
    return try differs("records", model.records()) ?? differs("streak", model.streak(on: today)) ?? activity(on: today)
      ?? rucks()
  }

  private func activity(on today: Day) throws -> String? {
    let points = try read("/analytics/activity?kind=rucks&range=month").list("dataPoints")
    guard points.map({ $0.text("date") }) == (-29...0).map({ (today + $0).description }) else { return "\(points)" }
    for (place, point) in points.enumerated() {
      let minutes = point.number("minutes") ?? -1
      let expected = model.minutes(on: today + (place - 29))
      // Rounded to exactly two decimals.
      let isRounded = isNear((minutes * 100).rounded() / 100, minutes)
      let isSame = abs(minutes - expected) < 0.005 + 1e-9 * (1 + expected)
      guard isRounded, isSame else { return "activity of \(point): \(expected)" }
    }
    return nil
  }

  /// Compares the list in pages, and a few rucks one by one.
  private mutating func rucks() throws -> String? {
    var (items, cursor) = ([[String: Any]](), "")
    repeat {
      let page = try read("/rucks?limit=\(chance(50) ? 200 : 37)\(cursor)")
      items += page.list("items")
      cursor = page.text("nextCursor").map { "&cursor=\($0)" } ?? ""
    } while !cursor.isEmpty
    let expected = model.sorted.reversed().map(Self.reported)
    if let found = Difference.between(items.map(Self.withoutNulls), expected, at: "rucks") { return found }
    for ruck in expected.shuffled().prefix(3) {
      let found = Self.withoutNulls(try read("/rucks/\(ruck.text("id") ?? "")"))
      if let found = Difference.between(found, ruck, at: "one ruck") { return found }
    }
    return nil
  }

  private func read(_ path: String) throws -> [String: Any] {
    let response = try client.get("/api/v1\(path)")
    guard response.status == 200 else { throw HTTPFailure(description: "\(path): \(response.text)") }
    return response.object
  }

  static func withoutNulls(_ object: [String: Any]) -> [String: Any] {
    object.compactMapValues { value in
      switch value {
      case is NSNull: nil
      case let inner as [String: Any]: withoutNulls(inner)
      case let list as [[String: Any]]: list.map(withoutNulls)
      default: value
      }
    }
  }

  static func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// Returns a ruck as in a response, without missing members.
  static func reported(_ ruck: Ruck) -> [String: Any] {
    var members = members(of: ruck, isReport: false)
    let seconds = ruck.movingTime ?? Double(ruck.endedAt.seconds - ruck.startedAt.seconds)
    if ruck.distance > 0 { members["pace"] = seconds / 60 / (ruck.distance / 1_000) }
    members["weightMoved"] = ruck.loadWeight * ruck.distance
    members["hasTrack"] = false
    return members
  }

  /// Returns the members of a ruck. A report leaves out an id that is derived from the start.
  static func members(of ruck: Ruck, isReport: Bool) -> [String: Any] {
    var members: [String: Any] = [
      "startedAt": ruck.startedAt.description, "endedAt": ruck.endedAt.description, "distance": ruck.distance,
      "loadWeight": ruck.loadWeight,
    ]
    if !isReport || ruck.id != "ruck-\(ruck.startedAt.seconds)" { members["id"] = ruck.id }
    members["calories"] = ruck.calories
    members["elevationGain"] = ruck.elevationGain
    members["movingTime"] = ruck.movingTime
    members["terrain"] = ruck.terrain?.map { ["type": $0.type.rawValue, "distance": $0.distance] as [String: Any] }
    members["weather"] = ruck.weather.map {
      ["temperature": $0.temperature, "condition": $0.condition] as [String: Any]
    }
    return members
  }
}
