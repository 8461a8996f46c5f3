import Foundation
import Testing

extension SystemTests {
  @Suite("Review: months")
  struct MonthReviewTests {
    private func month(_ chronicle: Chronicle, _ month: String) throws -> [String: Any] {
      let response = try chronicle.client.get("/api/v1/review/\(month)")
      #expect(response.status == 200, "\(response.text)")
      return response.object
    }

    @Test("A month has the members of a year, its number and no goals; other forms are 400")
    func shape() throws {
      let chronicle = try Chronicle(Stack())
      let (year, march) = (try chronicle.review(2024), try month(chronicle, "2024-03"))
      #expect(Set(march.keys) == Set(year.keys).union(["month"]) && year["month"] == nil)
      #expect(march.number("year") == 2024 && march.number("month") == 3 && march.list("goals").isEmpty)
      for name in ["listening", "reading", "rucks", "busiestDay", "busiestHour"] {
        #expect(march[name] is NSNull, "\(name)")
      }
      for text in ["1-01", "0001-01", "9999-12"] { #expect(try month(chronicle, text).list("goals").isEmpty) }
      for (text, field) in [
        ("2024-00", "month"), ("2024-13", "month"), ("2024-3", "month"), ("2024-003", "month"), ("2024-x", "month"),
        ("0-03", "year"), ("10000-03", "year"), ("x-03", "year"), ("2024-03-04", "year"), ("2024-", "year"),
      ] {
        let response = try chronicle.client.get("/api/v1/review/\(text)")
        #expect(
          response.status == 400 && response.object.text("detail")?.hasPrefix("\(field) must be") == true, "\(text)")
      }
      #expect(try chronicle.client.post("/api/v1/review/2024-03", "{}").status == 405)
    }

    @Test("The figures are those of the month, and a partial date counts if it is precise enough")
    func figures() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("a", created: "2024-01-31T00:00:00Z")
      // 10 minutes in February, 20 in March, and 5 more.
      try chronicle.listen("a", "2024-02-29T23:50:00Z", "2024-03-01T00:20:00Z")
      try chronicle.listen("a", "2024-03-31T10:00:00Z", "2024-03-31T10:05:00Z")
      try chronicle.book("w", finished: "2024-03-05T12:00:00Z", pages: 120, genres: ["Essay"], culture: "Asian")
      for (id, date) in [("x", "2024-03"), ("y", "2024")] {
        try chronicle.book(id, finished: nil)
        let read = #"{"status": "finished", "finishedOn": "\#(date)"}"#
        #expect(try chronicle.client.post("/api/v1/library/\(id)/reads", read).status == 201)
      }
      try chronicle.ruck("r", "2024-02-29T08:00:00Z", "2024-02-29T09:00:00Z", km: 5, kg: 10)
      let (february, march) = (try month(chronicle, "2024-02"), try month(chronicle, "2024-03"))
      for (review, seconds) in [(february, 600.0), (march, 1_500)] {
        #expect(review.object("listening").number("seconds") == seconds)
        #expect(review.object("listening").number("plays") == 1)
      }
      #expect(february["reading"] is NSNull && february.object("rucks").number("distance") == 5_000)
      let reading = march.object("reading")
      #expect(reading.number("books") == 2 && reading.number("undated") == 0 && reading.number("culturesExplored") == 1)
      #expect(reading.object("longestBook").text("id") == "w")
      #expect(try chronicle.reading(2024).number("books") == 3 && chronicle.reading(2024).number("undated") == 1)
      #expect(march.object("busiestDay").text("date") == "2024-03-01" && february.number("busiestHour") == 8)
      #expect(march["rucks"] is NSNull)
      #expect(try month(chronicle, "2024-01").list("milestonesUnlocked").map { $0.text("id") } == ["stories-1"])
      #expect(march.list("achievementsUnlocked").map { $0.text("id") } == ["first-steps", "global-perspective"])
    }

    @Test("A month that is over keeps its bytes and its ETag while other months change")
    func closed() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("a")
      try chronicle.listen("a", "2024-03-01T10:00:00Z", "2024-03-01T10:20:00Z")
      let before = try chronicle.client.get("/api/v1/review/2024-03")
      try chronicle.listen("a", "2024-04-01T10:00:00Z", "2024-04-01T10:20:00Z")
      try chronicle.book("w", finished: "2024-05-05T12:00:00Z")
      let tag = try #require(before.headers["etag"])
      #expect(try chronicle.client.get("/api/v1/review/2024-03", headers: ["If-None-Match": tag]).status == 304)
      #expect(try chronicle.client.get("/api/v1/review/2024-03").body == before.body)
      #expect(try month(chronicle, "2024-04").object("listening").number("plays") == 1)
    }
  }
}
