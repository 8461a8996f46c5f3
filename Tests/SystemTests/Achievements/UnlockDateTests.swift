import Foundation
import Testing

extension SystemTests {
  /// `unlockedAt` is the time at which the facts up to then met the condition, in any order of writing.
  @Suite("Dates of unlocks")
  struct UnlockDateTests {
    private func unlocked(_ client: HTTPClient, _ id: String = "first-steps") throws -> String? {
      let path = id.contains("-steps") ? "achievements" : "analytics/milestones"
      let items = try client.get("/api/v1/\(path)").object.list(path == "achievements" ? path : "milestones")
      let item = try #require(items.first { $0.text("id") == id })
      #expect(item["isUnlocked"] as? Bool == (item.text("unlockedAt") != nil))
      return item.text("unlockedAt")
    }

    /// Adds a finished read and returns its path.
    @discardableResult
    private func finish(_ client: HTTPClient, _ work: String, _ finish: String = "") throws -> String {
      _ = try client.put("/api/v1/works/\(work)", #"{"title": "Book"}"#)
      let read = try client.post("/api/v1/library/\(work)/reads", "{\"status\": \"finished\"\(finish)}")
      #expect(read.status == 201, "\(read.text)")
      return "/api/v1/library/\(work)/reads/\(try #require(read.object.text("id")))"
    }

    @Test("A partial finish counts from its end, and later facts move the date earlier, but no deletion moves it later")
    func partial() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let year = try finish(client, "a", #", "finishedOn": "2020""#)
      #expect(try unlocked(client) == "2020-12-31T23:59:59Z")
      try finish(client, "b", #", "finishedOn": "2021-01""#)
      #expect(try unlocked(client) == "2020-12-31T23:59:59Z")
      let earlier = try finish(client, "c", #", "finishedAt": "2019-05-01T10:00:00Z""#)
      #expect(try unlocked(client) == "2019-05-01T10:00:00Z")
      #expect(try client.delete(earlier).status == 204)
      #expect(try client.patch(year, #"{"finishedOn": "2024"}"#).status == 200)
      #expect(try client.put("/api/v1/profile", #"{"timezone": "America/New_York", "since": "always"}"#).status == 200)
      #expect(try unlocked(client) == "2019-05-01T10:00:00Z")
      // A read without a date counts before all others, but has no date.
      try finish(client, "d")
      #expect(try unlocked(client) == "2019-05-01T10:00:00Z")
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A book without a date, or in a year that is not over, is unlocked at the time of the write")
    func undated() throws {
      let stack = try Stack()
      for (user, date) in [("ada", ""), ("bea", #", "finishedOn": "2999""#)] {
        let client = try stack.client(user: user)
        // The clock that counts whole seconds is up to a tick behind the precise one.
        let before = (Date().timeIntervalSince1970 - 1).rounded(.down)
        try finish(client, "a", date)
        let text = try #require(try unlocked(client))
        let time = try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970
        #expect((before...Date().timeIntervalSince1970).contains(time), "\(text)")
        try finish(client, "b", #", "finishedOn": "2021-03""#)
        #expect(try unlocked(client) == "2021-03-31T23:59:59Z")
      }
    }

    @Test(
      "Stories and sessions unlock milestones at the same dates in any order",
      arguments: [[1, 2, 3, 4, 5], [5, 3, 1, 4, 2]])
    func order(days: [Int]) throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      for day in days {
        let made = #""createdAt": "2024-0\#(day)-01T00:00:00Z""#
        let story = #"{"title": "S", "estimatedDuration": 9000, \#(made)}"#
        #expect(try client.put("/api/v1/stories/s\(day)", story).status == 201)
        let times = #""startedAt": "2024-03-0\#(day)T10:00:00Z", "endedAt": "2024-03-0\#(day)T10:30:00Z""#
        let session = "{\"storyId\": \"s\(day)\", \(times), \"completed\": true}"
        #expect(try client.post("/api/v1/analytics/sessions", session).status == 201)
      }
      #expect(try unlocked(client, "stories-1") == "2024-01-01T00:00:00Z")
      #expect(try unlocked(client, "stories-5") == "2024-05-01T00:00:00Z")
      #expect(try unlocked(client, "stories-10") == nil)
      // The second half hour of the history, not of the uploads.
      #expect(try unlocked(client, "listening-1h") == "2024-03-02T10:30:00Z")
    }
  }
}
