import Foundation
import SeededRandom
import Testing

extension SystemTests {
  @Suite("Listening: common complaints about other apps")
  struct ComplaintTests {
    @Test("A session over midnight counts proportionally for both days")
    func midnight() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      try listener.listen("s1", Listener.instant(4, "23:41"), Listener.instant(3, "00:19"))
      #expect(try listener.minutes() == [Listener.day(4): 19, Listener.day(3): 19])
      #expect(try listener.streaks() == [0, 2])
    }

    @Test("Streaks use the user's time zone, and a new time zone recounts the whole history")
    func zones() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      // These are one day in UTC. Eleven hours further east, the second is on the next day.
      try listener.listen("s1", Listener.instant(3, "12:00"), Listener.instant(3, "12:10"))
      try listener.listen("s1", Listener.instant(3, "14:00"), Listener.instant(3, "14:10"))
      #expect(try listener.streaks() == [0, 1])
      #expect(try listener.minutes() == [Listener.day(3): 20])
      try listener.setProfile(#"{"timezone": "Pacific/Guadalcanal"}"#)
      #expect(try listener.streaks()[1] == 2)
      #expect(try listener.minutes() == [Listener.day(3): 10, Listener.day(2): 10])
      try listener.setProfile(#"{"timezone": "UTC"}"#)
      #expect(try listener.minutes() == [Listener.day(3): 20])
      #expect(try listener.client.put("/api/v1/profile", #"{"timezone": "Mars/Olympus"}"#).status == 422)
    }

    @Test("With a later day start, the hours after midnight belong to the day before")
    func dayStart() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      try listener.listen("s1", Listener.instant(3, "03:30"), Listener.instant(3, "04:30"))
      #expect(try listener.minutes() == [Listener.day(3): 60])
      try listener.setProfile(#"{"dayStart": 4}"#)
      #expect(try listener.minutes() == [Listener.day(4): 30, Listener.day(3): 30])
    }

    @Test("A retry and a double upload count once")
    func retries() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      let first = try listener.listen(daysAgo: 2)
      let again = try listener.listen(daysAgo: 2, status: 200)
      #expect(again.text("id") == first.text("id"))
      let report = Listener.report("s1", Listener.instant(2, "12:00"), Listener.instant(2, "12:10"))
      let batch = try listener.client.post(
        "/api/v1/analytics/sessions/batch", #"{"sessions": [\#(report), \#(report)]}"#)
      let results = try #require(batch.object["results"] as? [[String: Any]])
      #expect(results.map { $0.number("status") } == [200, 200])
      #expect(try listener.read("summary").number("totalPlayCount") == 1)
      #expect(try listener.read("summary").number("totalListeningTime") == 600)
    }

    @Test("A week of offline sessions gives the same statistics in any order", arguments: [1, 2, 3])
    func anyOrder(seed: UInt64) throws {
      let stack = try Stack()
      let reports = (1...7).flatMap { daysAgo in
        ["07:00", "12:00", "23:50"].map { clock in
          let start = Listener.instant(daysAgo, clock)
          // Each lasts 15 minutes; the last one of a day runs over midnight.
          let end = ISO8601DateFormatter().string(
            from: (ISO8601DateFormatter().date(from: start) ?? Date()).addingTimeInterval(900))
          return Listener.report("s1", start, end, completed: daysAgo != 4)
        }
      }
      var shuffled = reports
      var generator = SplitMix(seed: seed)
      shuffled.shuffle(using: &generator)
      var figures: [[String: Double]] = []
      var streaks: [[Double?]] = []
      for (user, order) in [("ordered", reports), ("shuffled", shuffled)] {
        let listener = try Listener(stack, user: user)
        try listener.makeStories("s1")
        let batch = try listener.client.post(
          "/api/v1/analytics/sessions/batch", #"{"sessions": [\#(order.joined(separator: ", "))]}"#)
        #expect(batch.status == 200, "seed \(seed): \(batch.text)")
        figures.append(try listener.minutes())
        streaks.append(try listener.streaks())
        #expect(try listener.read("summary").number("totalPlayCount") == 21)
      }
      #expect(figures[0] == figures[1], "seed \(seed)")
      #expect(streaks[0] == streaks[1], "seed \(seed)")
      // Days 7, 6 and 5 are completed, and 5 continues into 4; then 3, 2 and 1, which continues into today.
      #expect(streaks[0] == [8, 8])
    }

    @Test("A late upload repairs a streak")
    func repair() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      for daysAgo in [5, 4, 2, 1] { try listener.listen(daysAgo: daysAgo) }
      #expect(try listener.streaks() == [2, 2])
      try listener.listen(daysAgo: 3)
      #expect(try listener.streaks() == [5, 5])
    }

    @Test("Rest days keep a streak over missed days")
    func restDays() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      for daysAgo in [5, 4, 2, 1] { try listener.listen(daysAgo: daysAgo) }
      #expect(try listener.streaks() == [2, 2])
      try listener.setProfile(#"{"restDaysPerWeek": 1}"#)
      #expect(try listener.streaks() == [4, 4])
    }

    @Test("The next read of every figure reflects an edited or deleted session")
    func edits() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", "s2", "s3", hero: "bea")
      try listener.listen(daysAgo: 2, "s2")
      let id = try #require(try listener.listen(daysAgo: 1).text("id"))
      let path = "/api/v1/analytics/sessions/\(id)"
      #expect(try listener.client.patch(path, #"{"duration": 60, "completed": false}"#).status == 200)
      #expect(try listener.read("summary").number("totalListeningTime") == 660)
      #expect(try listener.minutes() == [Listener.day(2): 10, Listener.day(1): 1])
      #expect(try listener.streaks() == [0, 1])
      #expect(try listener.client.delete(path).status == 204)
      #expect(try listener.client.get(path).status == 404)
      #expect(try listener.minutes() == [Listener.day(2): 10])
      #expect(try listener.read("summary").number("totalPlayCount") == 1)
      let hero = try #require((try listener.read("heroes")["heroes"] as? [[String: Any]])?.first)
      #expect(hero.number("totalListeningTime") == 600)
      #expect((try listener.read("insights")["mostListenedStory"] as? [String: Any])?.text("id") == "s2")
      #expect(try listener.read("milestones").isEmpty == false)
      #expect(try listener.milestone("listening-1h").number("currentValue") == 600)
    }

    @Test("A late upload unlocks a milestone, which stays when the session is deleted")
    func lateMilestones() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      for daysAgo in [8, 7, 6, 4, 3, 2] { try listener.listen(daysAgo: daysAgo) }
      #expect(try listener.milestone("streak-7")["isUnlocked"] as? Bool == false)
      let id = try #require(try listener.listen(daysAgo: 5).text("id"))
      let unlocked = try listener.milestone("streak-7")
      #expect(unlocked["isUnlocked"] as? Bool == true)
      #expect(unlocked.text("unlockedAt")?.isEmpty == false)
      #expect(try listener.client.delete("/api/v1/analytics/sessions/\(id)").status == 204)
      let after = try listener.milestone("streak-7")
      #expect(after["isUnlocked"] as? Bool == true)
      #expect(after.text("unlockedAt") == unlocked.text("unlockedAt"))
      #expect(after.number("currentValue") == 0)
    }
  }
}
