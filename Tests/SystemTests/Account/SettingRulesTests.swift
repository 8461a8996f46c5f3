import Foundation
import Testing

extension SystemTests {
  /// The moments since which settings and targets count.
  @Suite("Rules for settings over time")
  struct SettingRulesTests {
    private static let profile = "/api/v1/profile"
    private static let yearly = "/api/v1/goals/annualReading"

    private struct Entry: Equatable, CustomStringConvertible {
      var since: String?
      var value: Int
      init(_ since: String?, _ value: Int) { (self.since, self.value) = (since, value) }
      var description: String { "\(since ?? "always"): \(value)" }
    }

    private func entries(_ client: HTTPClient, of setting: String) throws -> [Entry] {
      try client.get(Self.profile).object.object("history").list(setting).map { entry in
        Entry(entry.text("since"), try #require(entry["value"] as? Int))
      }
    }

    private func day(_ daysLater: Double) -> String {
      String(Date().addingTimeInterval(daysLater * 86_400).ISO8601Format().prefix(10))
    }

    @Test("A change removes later ones of the same setting, and a value that applies already adds no entry")
    func history() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      func set(_ rest: Int, since: String) throws -> [Entry] {
        let response = try client.put(Self.profile, #"{"restDaysPerWeek": \#(rest), "since": "\#(since)"}"#)
        #expect(response.status == 200, "\(response.text)")
        return try entries(client, of: "restDaysPerWeek")
      }
      _ = try client.put(Self.profile, #"{"timezone": "Europe/Berlin"}"#)
      let (new, summer, later) = ("2023-12-31T23:00:00Z", "2024-05-31T22:00:00Z", "2024-12-31T23:00:00Z")
      #expect(try set(1, since: "always") == [Entry(nil, 1)])
      // The same value at and after any moment.
      for since in ["always", "now", "1970-01-01", "2020-01-01", day(0)] {
        #expect(try set(1, since: since) == [Entry(nil, 1)], "\(since)")
      }
      #expect(try set(2, since: "2024-01-01") == [Entry(nil, 1), Entry(new, 2)])
      #expect(try set(3, since: "2025-01-01") == [Entry(nil, 1), Entry(new, 2), Entry(later, 3)])
      // The same value at that moment, but not later.
      #expect(try set(2, since: "2024-06-01") == [Entry(nil, 1), Entry(new, 2)])
      #expect(try set(3, since: "2025-01-01") == [Entry(nil, 1), Entry(new, 2), Entry(later, 3)])
      #expect(try set(0, since: "2024-06-01") == [Entry(nil, 1), Entry(new, 2), Entry(summer, 0)])
      #expect(try set(3, since: "2024-06-01") == [Entry(nil, 1), Entry(new, 2), Entry(summer, 3)])
      #expect(try set(1, since: "1970-01-01") == [Entry(nil, 1)])
      #expect(try set(2, since: "2024-01-01") == [Entry(nil, 1), Entry(new, 2)])
      #expect(try set(0, since: "always") == [Entry(nil, 0)])
      // Each setting has its own history, and a zone that is set again counts from now on.
      #expect(try entries(client, of: "dayStart") == [Entry(nil, 0)])
      let zones = try client.put(Self.profile, #"{"timezone": "UTC"}"#).object.object("history").list("timezone")
      #expect(zones.map { $0.text("value") } == ["Europe/Berlin", "UTC"])
      #expect(zones[0]["since"] is NSNull && zones[1].text("since")?.hasSuffix("Z") == true)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Two changes within one second leave the last value and at most one entry")
    func sameSecond() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      var sent = 0
      let found = try found("two changes within one second") { () -> [Entry]? in
        sent += 1
        _ = try client.put(Self.profile, #"{"dayStart": 0, "since": "always"}"#)
        let first = try client.put(Self.profile, #"{"dayStart": 3}"#).object.object("history").list("dayStart")
        _ = try client.put(Self.profile, #"{"dayStart": 4}"#)
        let both = try entries(client, of: "dayStart")
        return both.last?.since == first.last?.text("since") ? both : nil
      }
      #expect(found.map(\.value) == [0, 4], "after \(sent) attempts")
    }

    @Test("A setting and a target have at most 500 values over time, and one that counts always starts again")
    func limit() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let first = try #require(ISO8601DateFormatter().date(from: "1990-01-01T00:00:00Z"))
      func day(_ place: Int) -> String {
        String(first.addingTimeInterval(Double(place) * 86_400).ISO8601Format().prefix(10))
      }
      func set(_ place: Int, since: String? = nil) throws -> [Response] {
        let since = since ?? day(place)
        return [
          try client.put(Self.profile, #"{"dayStart": \#(1 + place % 2), "since": "\#(since)"}"#),
          try client.put(Self.yearly, #"{"target": \#(1 + place % 2), "since": "\#(since)"}"#),
        ]
      }
      for place in 0..<499 { #expect(try set(place).map(\.status) == [200, 200]) }
      #expect(try entries(client, of: "dayStart").count == 500)
      let beyond = try set(499)
      #expect(beyond.map(\.status) == [422, 422])
      #expect(beyond.flatMap { $0.object.list("errors").map { $0.text("field") } } == ["dayStart", "target"])
      // Nothing of a call that is rejected is stored.
      let both = #"{"dayStart": 6, "restDaysPerWeek": 1, "displayName": "Ada", "since": "2020-01-01"}"#
      #expect(try client.put(Self.profile, both).status == 422)
      let profile = try client.get(Self.profile).object
      #expect(profile.number("restDaysPerWeek") == 0 && profile["displayName"] is NSNull)
      // Other settings, and changes that remove others, are still possible.
      #expect(try client.put(Self.profile, #"{"restDaysPerWeek": 1, "since": "2020-01-01"}"#).status == 200)
      #expect(try set(100).map(\.status) == [200, 200])
      #expect(try entries(client, of: "dayStart").count == 102)
      #expect(try set(499, since: "always").map(\.status) == [200, 200])
      #expect(try entries(client, of: "dayStart") == [Entry(nil, 2)])
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A moment is now, always or a day from 1970 to today, and is rejected together with other wrong members")
    func moments() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      // In the zone of the call, today is the date that has begun there.
      for since in ["now", "always", "1970-01-01", day(-1)] {
        #expect(try client.put(Self.profile, #"{"dayStart": 1, "since": "\#(since)"}"#).status == 200, "\(since)")
        #expect(try client.put(Self.yearly, #"{"target": 3, "since": "\#(since)"}"#).status == 200, "\(since)")
      }
      let before = try client.get(Self.profile).body
      // In the future of every zone, even if a day ends during the test.
      let future = day(4)
      let wrong = ["\"\"", "\"NOW\"", "\"1969-12-31\"", "\"\(future)\"", "\"2024-02-30\"", "\"2024\"", "3", "true"]
      for since in wrong {
        for (path, body, fields) in [
          (Self.profile, #""dayStart": 2"#, ["since"]), (Self.yearly, #""target": 4"#, ["since"]),
          (Self.profile, #""dayStart": 7, "restDaysPerWeek": 4"#, ["dayStart", "restDaysPerWeek", "since"]),
          (Self.profile, #""timezone": "Nowhere/X""#, ["since", "timezone"]),
        ] {
          let response = try client.put(path, "{\(body), \"since\": \(since)}")
          let found = response.object.list("errors").compactMap { $0.text("field") }.sorted()
          #expect(response.status == 422 && found == fields, "\(path) \(body) since \(since): \(response.text)")
        }
      }
      // Whether a day is in the future depends on the zone, which is asked only for a valid target.
      for since in wrong.prefix(6) where !since.contains(future) {
        let response = try client.put(Self.yearly, "{\"target\": 0, \"since\": \(since)}")
        #expect(response.object.list("errors").map { $0.text("field") } == ["target", "since"], "\(response.text)")
      }
      // Null is as if it were omitted.
      #expect(try client.put(Self.profile, #"{"timezone": null, "since": null}"#).body == before)
      #expect(try client.get(Self.profile).body == before)
    }

    @Test("Simultaneous changes are applied one after the other, as if each had been sent alone")
    func simultaneous() async throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let moments = (1...28).map { String(format: "2024-01-%02d", $0) }
      let path = Self.profile
      let replies = await withTaskGroup(of: Data?.self) { group in
        for (place, day) in moments.enumerated() {
          let body = #"{"restDaysPerWeek": \#(place % 4), "since": "\#(day)"}"#
          group.addTask {
            let response = try? client.put(path, body)
            return response?.status == 200 ? response?.body : nil
          }
        }
        return await group.reduce(into: [Data]()) { replies, reply in reply.map { replies.append($0) } }
      }
      #expect(replies.count == moments.count)
      let left = try entries(client, of: "restDaysPerWeek")
      #expect(left.first == Entry(nil, 0))
      #expect(left.compactMap(\.since) == left.compactMap(\.since).sorted())
      for (entry, next) in zip(left, left.dropFirst()) { #expect(entry.value != next.value) }
      for entry in left.dropFirst() {
        let since = try #require(entry.since)
        let place = try #require(moments.firstIndex { since == $0 + "T00:00:00Z" })
        #expect(entry.value == place % 4)
      }
      // The last reply is the state that remains.
      let last = try client.get(Self.profile).body
      #expect(replies.contains(last))
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Neither a repeated change nor If-Match and an idempotency key make a difference to PUT")
    func retries() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      func put(_ path: String, _ body: String, _ headers: [String: String] = [:]) throws -> Response {
        try client.send("PUT", path, body, headers: headers)
      }
      let body = #"{"dayStart": 4, "restDaysPerWeek": 2, "since": "2024-06-01"}"#
      let first = try put(Self.profile, body, ["Idempotency-Key": "k"])
      for headers in [["Idempotency-Key": "k"], ["If-Match": "\"x\""], [:]] {
        let again = try put(Self.profile, body, headers)
        #expect(again.status == 200 && again.body == first.body && again.headers["idempotency-replayed"] == nil)
      }
      let goal = #"{"target": 30, "since": "2024-06-01"}"#
      let aimed = try put(Self.yearly, goal)
      for headers in [["If-Match": "\"x\""], [:]] { #expect(try put(Self.yearly, goal, headers).body == aimed.body) }
      let events = try client.get("/api/v1/account/export").object.number("lastEvent")
      _ = try put(Self.profile, body)
      _ = try put(Self.yearly, goal)
      #expect(try client.get("/api/v1/account/export").object.number("lastEvent") == events)
    }
  }
}
