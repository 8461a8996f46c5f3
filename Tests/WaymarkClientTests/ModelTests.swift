import Foundation
import Testing

@testable import WaymarkClient

@Suite("Models")
struct ModelTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireFormat.decode(type, from: Data(text.utf8))
  }

  @Test("Decodes the summary of the server")
  func summary() throws {
    let text = """
      {"totalStories":3,"totalListeningTime":4210.5,"totalPlayCount":9,"currentStreak":2,"longestStreak":5,
       "favoriteCount":1,"lastActivityDate":"2026-11-20T10:00:00Z"}
      """
    let summary = try decoded(AnalyticsSummary.self, text)
    #expect(summary.totalListeningTime == 4210.5)
    #expect(summary.lastActivityDate == Date(timeIntervalSince1970: 1_795_168_800))
  }

  @Test("Decodes the summary of a new user")
  func emptySummary() throws {
    let text = """
      {"totalStories":0,"totalListeningTime":0,"totalPlayCount":0,"currentStreak":0,"longestStreak":0,
       "favoriteCount":0,"lastActivityDate":null}
      """
    let summary = try decoded(AnalyticsSummary.self, text)
    #expect(summary.totalListeningTime == 0)
    #expect(summary.lastActivityDate == nil)
  }

  @Test("A work without identifiers omits them, and identifiers that are nil are sent as null")
  func workIdentifiers() throws {
    func members(_ work: Work) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: WireFormat.encode(work)) as? [String: Any])
    }
    #expect(try members(Work(id: "w", title: "W"))["identifiers"] == nil)
    let text = """
      {"id":"w","title":"W","authors":[],"genres":[],"identifiers":{"isbn":["9780141439587"],"goodreads":"5",
       "storygraph":null,"librarything":null,"hardcover":null,"openlibrary":null,"asin":null}}
      """
    var work = try decoded(Work.self, text)
    #expect(work.identifiers?.isbn == ["9780141439587"] && work.identifiers?.goodreads == "5")
    work.identifiers?.goodreads = nil
    let sent = try #require(try members(work)["identifiers"] as? [String: Any])
    #expect(sent.count == 7 && sent["goodreads"] is NSNull && sent["isbn"] as? [String] == ["9780141439587"])
  }

  @Test("Decodes unknown names")
  func unknownNames() throws {
    let text = """
      {"milestones":[{"id":"pages-9","title":"Pages","icon":"book","type":"pages","threshold":9,"currentValue":3,
       "isUnlocked":false,"unlockedAt":null}]}
      """
    let milestone = try #require(try decoded(MilestonesResponse.self, text).milestones.first)
    #expect(milestone.type == MilestoneType(rawValue: "pages"))
    #expect(milestone.progress == 1.0 / 3)
  }

  @Test("An unlocked milestone has full progress, even if its value has decreased")
  func unlockedProgress() {
    let milestone = Milestone(
      id: "streak-7", title: "", icon: "", type: .streak, threshold: 7, currentValue: 0, isUnlocked: true,
      unlockedAt: .now)
    #expect(milestone.progress == 1)
  }

  @Test("Sums the minutes, and every model survives encoding and decoding")
  func activity() throws {
    let text = """
      {"range":"week","timezone":"Asia/Kolkata",
       "dataPoints":[{"date":"2026-11-19","minutes":12.25},{"date":"2026-11-20","minutes":0}]}
      """
    let activity = try decoded(ListeningActivity.self, text)
    #expect(activity.totalMinutes == 12.25)
    #expect(
      try decoded(ListeningActivity.self, String(decoding: WireFormat.encode(activity), as: UTF8.self)) == activity)
  }

  @Test("Rounds the times of a report down to whole seconds")
  func wholeSeconds() throws {
    let start = instant("2026-11-20T10:00:00Z") + 0.9
    let report = SessionReport(
      storyId: "s1", startedAt: start, endedAt: start + 60.5, completed: true, duration: 59.25)
    let text = String(decoding: try WireFormat.encode(report), as: UTF8.self)
    #expect(
      text == """
        {"completed":true,"duration":59.25,"endedAt":"2026-11-20T10:01:01Z","startedAt":"2026-11-20T10:00:00Z",\
        "storyId":"s1"}
        """)
  }

  @Test("Corrects an invalid duration of a report", arguments: [Double.nan, .infinity, -5])
  func sanitized(duration: Double) throws {
    let start = instant("2026-11-20T10:00:00Z")
    let report = SessionReport(
      storyId: "s1", startedAt: start, endedAt: start - 10, completed: false, duration: duration)
    #expect(report.endedAt == report.startedAt)
    #expect((report.duration ?? 0) == 0)
    #expect(throws: Never.self) { try WireFormat.encode(report) }
  }

  @Test("Encodes only changed members of a profile, and null for a cleared name")
  func profileChanges() throws {
    func text(_ changes: ProfileChanges) throws -> String {
      String(decoding: try WireFormat.encode(changes), as: UTF8.self)
    }
    #expect(try text(ProfileChanges(timezone: "Asia/Kolkata")) == #"{"timezone":"Asia/Kolkata"}"#)
    #expect(try text(ProfileChanges(displayName: .cleared)) == #"{"displayName":null}"#)
    #expect(try text(ProfileChanges(displayName: .set("Ada"), dayStart: 4)) == #"{"dayStart":4,"displayName":"Ada"}"#)
  }

  @Test(
    "Parses instants with and without fractions and offsets",
    arguments: ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z", "2026-11-20T15:30:00+05:30"])
  func instants(text: String) {
    #expect(WireFormat.date(of: text) == Date(timeIntervalSince1970: 1_795_168_800))
  }
}
