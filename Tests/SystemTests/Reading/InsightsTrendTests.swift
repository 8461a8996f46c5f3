import Foundation
import Testing

extension SystemTests {
  @Suite("Reading insights over time")
  struct InsightsTrendTests {
    @Test("Trends compare this week with the same days of last week")
    func trends() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      let (monday, before) = (Reader.start(of: .weekOfYear), Reader.start(of: .weekOfYear, -1))
      for (id, culture) in [("a", "African"), ("b", "Asian")] {
        try reader.book(id, finished: before, culture: culture)
      }
      for id in ["c", "d", "e"] { try reader.book(id, finished: monday, culture: "African") }
      // The first second of last week after the same number of days as this week has. On Sundays that is this Monday.
      try reader.book("f", finished: before + Reader.daysSoFar(of: .weekOfYear) * 86_400)
      try reader.read("a", at: before, seconds: 240, pages: 40)
      try reader.read("a", at: monday, seconds: 60, pages: 40)
      let trends = try reader.insights("week").object("trends")
      func trend(_ name: String) -> [String] {
        let trend = trends.object(name)
        return ["current", "previous", "changePercent"].map { "\(trend.number($0) ?? -1)" }
          + [trend.text("direction") ?? ""]
      }
      let isWhole = Reader.daysSoFar(of: .weekOfYear) == 7
      #expect(trend("booksRead") == (isWhole ? ["4.0", "2.0", "100.0", "up"] : ["3.0", "2.0", "50.0", "up"]))
      #expect(trend("pagesRead") == ["40.0", "40.0", "0.0", "flat"])
      #expect(trend("minutesRead") == ["1.0", "4.0", "-75.0", "down"])
      #expect(trend("culturesExplored") == ["1.0", "2.0", "-50.0", "down"])
      let ever = try reader.insights("allTime").object("trends")
      #expect(["booksRead", "pagesRead", "minutesRead", "culturesExplored"].allSatisfy { ever[$0] is NSNull })
    }

    @Test("The timeline has the books of each month and the evenness of their cultures, up to this month")
    func timeline() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Reader.start(of: .month), culture: "African")
      try reader.book("b", finished: Reader.start(of: .month, 1) - 1, culture: "Asian")
      try reader.book("c", finished: Reader.start(of: .month) - 1, culture: "African")
      try reader.book("d", finished: Reader.start(of: .month, -2))
      try reader.book("e", finished: Reader.start(of: .month, 1))
      let months = try reader.timeline()
      #expect(months.map { $0.text("month") } == (0..<12).map { Reader.month($0 - 11) })
      #expect(months.suffix(4).map { $0.number("books") } == [0, 1, 1, 2])
      // Two of ten values, evenly: ln 2 / ln 10. One value is not spread; the other months have no data.
      #expect(months.suffix(4).map { $0.number("diversityPercentage") } == [nil, nil, 0, 30.1])
      #expect(try reader.timeline(1).map { $0.number("books") } == [2])
      #expect(try reader.timeline(120).count == 120)
    }

    @Test("Editing an old finish moves the book to another month")
    func moved() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Reader.start(of: .month, -2), culture: "Asian")
      func shown() throws -> [String] {
        try reader.timeline(4).map { "\($0.number("books") ?? -1) \($0.number("diversityPercentage") ?? -1)" }
      }
      #expect(try shown() == ["0.0 -1.0", "1.0 0.0", "0.0 -1.0", "0.0 -1.0"])
      try reader.finish("a", Reader.start(of: .month, -2) - 1)
      #expect(try shown() == ["1.0 0.0", "0.0 -1.0", "0.0 -1.0", "0.0 -1.0"])
      try reader.finish("a", Reader.start(of: .month))
      #expect(try shown() == ["0.0 -1.0", "0.0 -1.0", "0.0 -1.0", "1.0 0.0"])
      #expect(try reader.client.delete("/api/v1/library/a").status == 204)
      #expect(try shown() == [String](repeating: "0.0 -1.0", count: 4))
    }

    @Test("A new time zone moves a book to another month")
    func zone() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Reader.start(of: .month, -1))
      // Compare by name: in the first hour of a month, its first day has not started with a day start of 1.
      func months() throws -> [String] {
        try reader.timeline(3).filter { $0.number("books") == 1 }.compactMap { $0.text("month") }
      }
      #expect(try months() == [Reader.month(-1)])
      #expect(try reader.client.put("/api/v1/profile", #"{"dayStart": 1, "since": "always"}"#).status == 200)
      #expect(try months() == [Reader.month(-2)])
    }

    @Test("Rejects values out of range with 400, and the ETag changes with the content")
    func tagsAndRanges() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      let queries = [
        "?timeframe=day", "?timeframe=", "/timeline?months=0", "/timeline?months=121", "/timeline?months=x",
      ]
      for query in queries {
        #expect(try reader.client.get("/api/v1/insights\(query)").status == 400, "\(query)")
      }
      #expect(try reader.client.send("POST", "/api/v1/insights", "{}").status == 405)
      for path in ["/api/v1/insights?timeframe=month", "/api/v1/insights/timeline"] {
        let first = try reader.client.get(path)
        #expect(first.headers["cache-control"] == "private, max-age=300" && first.headers["vary"] == "Authorization")
        let tag = try #require(first.headers["etag"])
        #expect(try reader.client.get(path, headers: ["If-None-Match": tag]).status == 304)
        try reader.book(path.hasSuffix("timeline") ? "b" : "a", finished: Date())
        let second = try reader.client.get(path, headers: ["If-None-Match": tag])
        #expect(second.status == 200 && second.headers["etag"] != tag)
      }
      let other = Reader(client: try stack.client(user: "bea"))
      #expect(try other.insights().number("booksRead") == 0)
      #expect(try other.timeline().allSatisfy { $0.number("books") == 0 })
    }

    @Test("Responses are equal after the view is killed, discarded and rebuilt")
    func survives() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Date(), rating: 4, culture: "African", genres: ["Essay"])
      try reader.read("a", at: try Reader.noon(1), seconds: 600, pages: 5)
      let paths = ["insights", "insights?timeframe=week", "insights/timeline?months=24"]
      func responses() throws -> [String] {
        try paths.map { path in
          try found("\(path) is answered") {
            let response = try reader.client.get("/api/v1/\(path)")
            return response.status == 200 ? response.text : nil
          }
        }
      }
      let before = try responses()
      #expect(before[0].contains(#""booksRead":1"#))
      try stack.replace("stats")
      #expect(try responses() == before)
      let rebuilt = try stack.command("rebuild", "stats")
      #expect(rebuilt.code == 0, "\(rebuilt.errors)")
      try stack.replace()
      #expect(try responses() == before)
      try reader.book("b", finished: Date())
      try stack.kill9("session")
      #expect(try responses()[0].contains(#""booksRead":2"#))
      #expect(try stack.command("verify").code == 0)
    }
  }
}
