import Chronology
import Domain
import Foundation
import SeededRandom
import Service
import SlowModels

/// Random writes about rucks over HTTP: late uploads, repeated reports, edits, deletions, retries, rejected reports,
/// and changes of time zone and day start. A slow model applies the same writes, and its figures are compared with the
/// responses.
struct RuckHistory {
  let client: HTTPClient
  private var random: SplitMix
  private(set) var model = SlowRucks(zones: Zones())
  private let days: Int64
  private var keys = 0
  /// The user's days that do not have 24 hours.
  private var oddDays: [Day] = []

  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Asia/Beirut", "Australia/Lord_Howe",
    "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "Pacific/Kiritimati",
  ]

  init(seed: UInt64, client: HTTPClient) {
    self.client = client
    random = SplitMix(seed: seed)
    days = [25, 120, 500].randomElement(using: &random)!
  }

  private var now: Instant { Instant(seconds: Int64(Date().timeIntervalSince1970)) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Makes one random write. Returns a description if the response is wrong.
  mutating func step() throws -> String? {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<5: try changeProfile()
    case 5..<22: try edit()
    case 22..<32: try remove()
    case 32..<45: try record(again: true)
    case 45..<48: try rejected()
    default: try record(again: false)
    }
  }

  /// Returns a past instant, often at the edge of a week, of a day, or of a day with a clock change.
  private mutating func instant() -> Instant {
    let second = now + -Int64.random(in: 0...days * 86_400, using: &random)
    guard chance(45) else { return second }
    let day = model.calendar.day(of: second)
    let edges = [day, day.startOfWeek, day.startOfWeek, oddDays.randomElement(using: &random) ?? day]
    let edge = edges.randomElement(using: &random)! + Int.random(in: 0...1, using: &random)
    return min(model.calendar.start(of: edge) + [-1, 0, 1].randomElement(using: &random)!, now)
  }

  private mutating func record(again: Bool) throws -> String? {
    let known = model.sorted.randomElement(using: &random)
    let start = again ? known?.startedAt ?? instant() : instant()
    var ruck = ruck(startedAt: start)
    if chance(30) { ruck.id = "r\(start.seconds)" }
    // Sometimes an id that another ruck has.
    if chance(4), let known { ruck.id = known.id }
    let holder = model.sorted.first { $0.id == ruck.id }
    var expected = 201
    if let holder, holder.startedAt != start {
      expected = 409
    } else if let old = model.rucks[start] {
      (expected, ruck.id) = (200, old.id)
      if ruck.endedAt > old.endedAt { model.rucks[start] = ruck }
    } else {
      model.rucks[start] = ruck
    }
    keys += 1
    let headers = ["Idempotency-Key": "key-\(keys)"]
    let body = try Self.text(Self.members(of: ruck, isReport: true))
    let response = try client.post("/api/v1/rucks", body, headers: headers)
    guard response.status == expected else { return "\(body) got the response \(response.status) \(response.text)" }
    guard expected != 409 else { return nil }
    if chance(25) {
      let retry = try client.post("/api/v1/rucks", body, headers: headers)
      guard retry.body == response.body, retry.headers["idempotency-replayed"] == "true" else {
        return "\(body) got another response on retry: \(retry.text)"
      }
    }
    return Difference.between(
      Self.withoutNulls(response.object), Self.reported(model.rucks[start]!), at: "the response to \(body)")
  }

  private mutating func edit() throws -> String? {
    guard let old = model.sorted.randomElement(using: &random) else { return nil }
    let other = ruck(startedAt: old.startedAt)
    var (new, edit) = (old, [String: Any]())
    if chance(50) { (new.distance, edit["distance"]) = (other.distance, other.distance) }
    if chance(50) { (new.loadWeight, edit["loadWeight"]) = (other.loadWeight, other.loadWeight) }
    if chance(40) { (new.endedAt, edit["endedAt"]) = (other.endedAt, other.endedAt.description) }
    if chance(40) { (new.calories, edit["calories"]) = (other.calories, other.calories ?? NSNull()) }
    if chance(40) { (new.movingTime, edit["movingTime"]) = (other.movingTime, other.movingTime ?? NSNull()) }
    let members = Self.members(of: other, isReport: true)
    if chance(30) { (new.terrain, edit["terrain"]) = (other.terrain, members["terrain"] ?? NSNull()) }
    if chance(30) { (new.weather, edit["weather"]) = (other.weather, members["weather"] ?? NSNull()) }
    model.rucks[old.startedAt] = new
    let response = try client.patch("/api/v1/rucks/\(old.id)", Self.text(edit))
    guard response.status == 200 else { return "\(edit) of \(old) got the response \(response.text)" }
    return Difference.between(Self.withoutNulls(response.object), Self.reported(new), at: "the response to \(edit)")
  }

  private mutating func remove() throws -> String? {
    guard let old = model.sorted.randomElement(using: &random) else { return nil }
    model.rucks[old.startedAt] = nil
    let status = try client.delete("/api/v1/rucks/\(old.id)").status
    let again = try client.delete("/api/v1/rucks/\(old.id)").status
    return status == 204 && again == 404 ? nil : "deleting \(old.id) got the response \(status), then \(again)"
  }

  private mutating func rejected() throws -> String? {
    var members = Self.members(of: ruck(startedAt: instant()), isReport: true)
    members[["distance", "loadWeight", "calories"].randomElement(using: &random)!] = -1
    let status = try client.post("/api/v1/rucks", Self.text(members)).status
    return status == 422 ? nil : "\(members) got the response \(status)"
  }

  private mutating func changeProfile() throws -> String? {
    var changed = model.profile
    if chance(60) { changed.timezone = Self.zones.randomElement(using: &random)! }
    if chance(60) { changed.dayStart = Int.random(in: 0...6, using: &random) }
    model.apply(.account(.profileChanged(ProfileChanged(profile: changed))))
    let (calendar, today) = (model.calendar, model.calendar.day(of: now))
    oddDays = (0..<Int(days)).map { today + -$0 }.filter {
      calendar.start(of: $0 + 1) - calendar.start(of: $0) != 86_400
    }
    let profile: [String: Any] = [
      "timezone": changed.timezone, "dayStart": changed.dayStart, "since": "always",
    ]
    let response = try client.put("/api/v1/profile", Self.text(profile))
    return response.status == 200 ? nil : "\(profile) got the response \(response.text)"
  }

  private mutating func ruck(startedAt start: Instant) -> Ruck {
    let longest: Int64 = chance(8) ? 604_800 : 14_400
    let end = min(start + Int64.random(in: 0...longest, using: &random), now)
    let distance = [0, 999.9, 1_000, 5_000, Double.random(in: 0...40_000, using: &random)]
    let load = [0, 10, 20, Double.random(in: 0...60, using: &random)]
    let weather = RuckWeather(
      temperature: [-5, 20, 20, Double.random(in: -20...40, using: &random)].randomElement(using: &random)!,
      condition: ["rain", "Sun", "fog", "雪"].randomElement(using: &random)!)
    let terrain = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      RuckSegment(
        type: Terrain.allCases.randomElement(using: &random)!, distance: Double.random(in: 0...9_000, using: &random))
    }
    return Ruck(
      startedAt: start, endedAt: end, distance: distance.randomElement(using: &random)!,
      loadWeight: load.randomElement(using: &random)!,
      calories: chance(50) ? Double.random(in: 0...2_000, using: &random) : nil,
      elevationGain: chance(20) ? 120.5 : nil, movingTime: chance(50) ? Double(end - start) * 0.75 : nil,
      terrain: chance(60) ? terrain : nil, weather: chance(60) ? weather : nil)
  }
}
