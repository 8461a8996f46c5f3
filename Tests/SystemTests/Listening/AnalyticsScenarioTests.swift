import Foundation
import Testing

extension SystemTests {
  @Suite("Analytics endpoints: scenarios")
  struct AnalyticsScenarioTests {
    @Test("Fetch analytics summary successfully")
    func summary() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", "s2")
      #expect(try listener.client.put("/api/v1/stories/s2/favorite", "{}").status == 204)
      for daysAgo in [6, 5, 1, 0] {
        // Midnight is never in the future.
        try listener.listen(
          "s1", Listener.instant(daysAgo, "00:00"), Listener.instant(daysAgo, "00:00"), more: #", "duration": 0"#)
      }
      let ended = Listener.instant(2, "12:10")
      try listener.listen("s1", Listener.instant(2, "12:00"), ended, completed: false)
      let summary = try listener.read("summary")
      #expect(summary.number("totalStories") == 2)
      #expect(summary.number("totalListeningTime") == 600)
      #expect(summary.number("totalPlayCount") == 5)
      // Yesterday and today. The day with an uncompleted session does not count.
      #expect(summary.number("currentStreak") == 2)
      #expect(summary.number("longestStreak") == 2)
      #expect(summary.number("favoriteCount") == 1)
      #expect(summary.text("lastActivityDate") == Listener.instant(0, "00:00"))
    }

    @Test("Summary returns zeros for new user")
    func newUser() throws {
      let listener = try Listener(try Stack(), user: "new")
      let summary = try listener.read("summary")
      for name in [
        "totalStories", "totalListeningTime", "totalPlayCount", "currentStreak", "longestStreak", "favoriteCount",
      ] {
        #expect(summary.number(name) == 0, "\(name)")
      }
      #expect(summary["lastActivityDate"] is NSNull)
    }

    @Test(
      "Fetch weekly, monthly and yearly listening activity", arguments: [("week", 7), ("month", 30), ("year", 365)])
    func activity(range: String, days: Int) throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      try listener.listen(daysAgo: 1)
      let activity = try listener.read("activity?range=\(range)")
      #expect(activity.text("range") == range)
      #expect(activity.text("timezone") == "UTC")
      let dates = (activity["dataPoints"] as? [[String: Any]])?.compactMap { $0.text("date") } ?? []
      #expect(dates == (0..<days).reversed().map { Listener.day($0) })
      #expect(try listener.minutes("range=\(range)") == [Listener.day(1): 10])
    }

    @Test("Fetch hero performance data, and the most active hero is indicated")
    func heroes() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", hero: "bea")
      try listener.makeStories("s2", "s3", hero: "cyd")
      try listener.makeStories(hero: "ann")
      try listener.listen(daysAgo: 1, "s1")
      try listener.listen(daysAgo: 2, "s2")
      let heroes = try #require(try listener.read("heroes")["heroes"] as? [[String: Any]])
      #expect(heroes.compactMap { $0.text("heroId") } == ["cyd", "bea", "ann"])
      #expect(heroes.map { $0.number("storyCount") } == [2, 1, 0])
      #expect(heroes.map { $0.number("totalListeningTime") } == [600, 600, 0])
      #expect(heroes.map { $0["isMostActive"] as? Bool } == [true, false, false])
      #expect(heroes[2]["lastStoryDate"] is NSNull)
      #expect(heroes[0].text("lastStoryDate")?.hasSuffix("Z") == true)
    }

    @Test("Fetch milestone status, and milestones include all achievement types")
    func milestones() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      try listener.listen("s1", Listener.instant(1, "10:00"), Listener.instant(1, "11:00"))
      let milestones = try #require(try listener.read("milestones")["milestones"] as? [[String: Any]])
      #expect(
        milestones.compactMap { $0.text("id") } == [
          "stories-1", "stories-5", "stories-10", "stories-25", "stories-50", "listening-1h", "listening-5h",
          "streak-7", "streak-30",
        ])
      #expect(milestones.map { $0.number("threshold") } == [1, 5, 10, 25, 50, 3_600, 18_000, 7, 30])
      #expect(Set(milestones.compactMap { $0.text("type") }) == ["stories", "listeningTime", "streak"])
      let hour = milestones[5]
      #expect(hour["isUnlocked"] as? Bool == true)
      #expect(hour.number("currentValue") == 3_600)
      // The end of the session.
      #expect(hour.text("unlockedAt") == Listener.instant(1, "11:00"))
      #expect(milestones[6]["unlockedAt"] is NSNull)
      #expect(milestones.allSatisfy { $0.text("title")?.isEmpty == false && $0.text("icon")?.isEmpty == false })
    }

    @Test("Report listening session on playback end")
    func report() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1")
      let session = try listener.listen(
        "s1", Listener.instant(1, "10:00"), Listener.instant(1, "10:20"), more: #", "duration": 1000.5"#)
      #expect(session.number("duration") == 1_000.5)
      #expect(session["capped"] as? Bool == false)
      #expect(try listener.read("summary").number("totalListeningTime") == 1_000.5)
      let missing = try listener.client.post("/api/v1/analytics/sessions", #"{"storyId": "s1"}"#)
      #expect(missing.status == 422)
      #expect((missing.object["errors"] as? [Any])?.isEmpty == false)
    }

    @Test("Session validates duration")
    func cap() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", seconds: 600)
      let session = try listener.listen("s1", Listener.instant(1, "10:00"), Listener.instant(1, "11:00"))
      #expect(session.number("duration") == 900)
      #expect(session["capped"] as? Bool == true)
      #expect(session["anomalies"] as? [String] == ["durationCapped"])
      let anomalies = try #require(try listener.read("anomalies")["items"] as? [[String: Any]])
      #expect(anomalies.count == 1)
      #expect(anomalies.first?.number("given") == 3_600)
      #expect(anomalies.first?.number("stored") == 900)
      #expect(anomalies.first?.text("sessionId") == session.text("id"))
      let exactly = try listener.listen("s1", Listener.instant(1, "12:00"), Listener.instant(1, "12:15"))
      #expect(exactly["capped"] as? Bool == false)
    }

    @Test("Fetch reading insights")
    func insights() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", "s2", seconds: 600)
      try listener.makeStories("s3", seconds: 1_200)
      for daysAgo in 1...3 { try listener.listen(daysAgo: daysAgo, "s2") }
      try listener.listen("s1", Listener.instant(1, "08:00"), Listener.instant(1, "08:10"))
      let insights = try listener.read("insights")
      #expect(insights.number("averageStoryLength") == 800)
      #expect(abs((insights.number("averageListensPerStory") ?? 0) - 4.0 / 3) < 1e-9)
      #expect(insights.number("preferredListeningHour") == 12)
      let most = try #require(insights["mostListenedStory"] as? [String: Any])
      #expect(most.text("id") == "s2" && most.text("title") == "Story s2" && most.number("playCount") == 3)
    }

    @Test("Insights handle insufficient data")
    func fewStories() throws {
      let listener = try Listener(try Stack(), user: "ada")
      try listener.makeStories("s1", "s2")
      try listener.listen(daysAgo: 1)
      let insights = try listener.read("insights")
      #expect(insights["preferredListeningHour"] is NSNull)
      #expect(insights.number("averageListensPerStory") == 0.5)
    }
  }
}
