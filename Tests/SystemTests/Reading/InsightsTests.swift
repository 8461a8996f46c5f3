import Foundation
import Testing

extension SystemTests {
  @Suite("Reading insights: metrics")
  struct InsightsTests {
    private static let timeframes: [(String, Calendar.Component)] = [
      ("week", .weekOfYear), ("month", .month), ("year", .year),
    ]

    @Test("The export of insights has a line for each month since the first")
    func export() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      #expect(try reader.client.get("/api/v1/export?kind=insights&format=json").text == "[\n]\n")
      let start = Reader.start(of: .month, -2)
      try reader.book("a", finished: start, culture: "African")
      try reader.read("a", at: start, seconds: 600, pages: 10)
      let csv = try reader.client.get("/api/v1/export?kind=insights")
      #expect(csv.status == 200 && csv.headers["content-disposition"]?.contains("waymark-insights.csv") == true)
      let lines = csv.text.components(separatedBy: "\r\n")
      #expect(lines[0] == "month,books,pages,minutes,cultures,listeningSeconds,rucks,distance")
      #expect(lines[1] == "\(Reader.month(-2)),1,10,10,1,0,0,0" && lines[3] == "\(Reader.month(0)),0,0,0,0,0,0,0")
      let json = try reader.client.get("/api/v1/export?kind=insights&format=json")
      let months = try JSONSerialization.jsonObject(with: json.body) as? [[String: Any]]
      #expect(months?.map { $0.text("month") } == [-2, -1, 0].map(Reader.month))
      #expect(months?.first?.number("books") == 1)
    }

    @Test("Filtering insights by book does not change rings and streak")
    func filters() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Reader.noon(1), rating: 5, culture: "African", genres: ["Fiction", "Sea"])
      try reader.book("b", finished: Reader.noon(1), rating: 3, culture: "Asian", genres: ["Fiction"])
      try reader.read("a", at: Reader.noon(1), seconds: 600, pages: 10)
      try reader.read("b", at: Reader.noon(2), seconds: 1_200, pages: 30)
      let all = try reader.insights()
      func insights(_ query: String) throws -> [String: Any] {
        let answer = try reader.client.get("/api/v1/insights?\(query)")
        #expect(answer.status == 200, "\(answer.text)")
        return answer.object
      }
      let sea = try insights("genre=Sea")
      #expect(sea.number("booksRead") == 1 && sea.number("pagesRead") == 10 && sea.number("minutesRead") == 10)
      #expect(sea.number("averageRating") == 5 && sea.number("readingProgress") == all.number("readingProgress"))
      #expect(sea.object("streak").number("longest") == 2)
      #expect(try insights("genre=Fiction").number("booksRead") == 2)
      #expect(try insights("genre=Fiction&culture=Asian").number("pagesRead") == 30)
      #expect(try insights("genre=Sea&culture=Asian").number("booksRead") == 0)
      #expect(try insights("timePeriod=Classic").number("booksRead") == 0)
      for query in ["culture=Nowhere", "timePeriod=2000", "genre="] {
        #expect(try reader.client.get("/api/v1/insights?\(query)").status == 400, "\(query)")
      }
    }

    @Test("Insights of a new reader have every member, with zeros and nulls")
    func newReader() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      let insights = try reader.insights()
      #expect(insights.text("timeframe") == "allTime")
      #expect(
        insights.keys.sorted() == [
          "averageRating", "booksRead", "byFormat", "culturalProgress", "culturesExplored", "genres", "minutesRead",
          "overallCompletion", "pagesRead", "readingProgress", "rereads", "streak", "timeframe", "trends", "undated",
          "velocity", "works",
        ])
      #expect(insights["averageRating"] is NSNull && insights.number("booksRead") == 0)
      #expect(insights.object("velocity") as? [String: Double] == ["booksPerMonth": 0, "pagesPerDay": 0])
      #expect(insights.object("streak") as? [String: Int] == ["current": 0, "longest": 0])
      #expect(insights.object("genres").number("evenness") == 0 && insights.object("genres").list("top").isEmpty)
      for name in ["booksRead", "pagesRead", "minutesRead", "culturesExplored"] {
        #expect(insights.object("trends")[name] is NSNull, "\(name)")
      }
      let months = try reader.timeline()
      #expect(months.count == 12 && months.allSatisfy { $0["diversityPercentage"] is NSNull })
      #expect(months.allSatisfy { $0.number("books") == 0 })
    }

    @Test("Books read: finished since the first second of the current week, month or year")
    func booksRead() throws {
      let stack = try Stack()
      for (name, period) in Self.timeframes {
        let reader = Reader(client: try stack.client(user: name))
        try reader.book("before", finished: Reader.start(of: period) - 1)
        try reader.book("first", finished: Reader.start(of: period))
        try reader.book("last", finished: Reader.start(of: period, 1) - 1)
        try reader.book("after", finished: Reader.start(of: period, 1))
        try reader.book("unfinished")
        #expect(try reader.insights(name).number("booksRead") == 2, "\(name)")
        #expect(try reader.insights(name).text("timeframe") == name)
        #expect(try reader.insights("allTime").number("booksRead") == 4, "\(name)")
      }
    }

    @Test("A book finished without a time is finished now and counts in every timeframe")
    func finishedNow() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a")
      #expect(try reader.client.put("/api/v1/library/a", #"{"status": "finished", "rating": 4.5}"#).status == 200)
      for timeframe in ["week", "month", "year", "allTime"] {
        let insights = try reader.insights(timeframe)
        #expect(insights.number("booksRead") == 1 && insights.number("averageRating") == 4.5, "\(timeframe)")
      }
      #expect(try reader.timeline(1).first?.number("books") == 1)
      #expect(try reader.client.put("/api/v1/library/a", #"{"status": "abandoned"}"#).status == 200)
      #expect(try reader.insights("week").number("booksRead") == 0)
    }

    @Test("Reading velocity: pages and minutes of sessions that started in the timeframe, per day so far")
    func velocity() throws {
      let stack = try Stack()
      for (name, period) in Self.timeframes {
        let reader = Reader(client: try stack.client(user: name))
        let start = Reader.start(of: period)
        try reader.book("a", finished: start)
        // Two minutes from a second before the timeframe, and one minute from its first second.
        try reader.read("a", at: start - 1, seconds: 120, pages: 40)
        try reader.read("a", at: start, seconds: 60, pages: 7)
        let insights = try reader.insights(name)
        #expect(insights.number("pagesRead") == 7 && insights.number("minutesRead") == 1, "\(name)")
        let days = Reader.daysSoFar(of: period)
        #expect(isNear(insights.object("velocity").number("pagesPerDay"), 7 / days), "\(name)")
        #expect(isNear(insights.object("velocity").number("booksPerMonth"), 30.4375 / days), "\(name)")
        // The day before is the first day of all time.
        let ever = try reader.insights()
        #expect(ever.number("pagesRead") == 47 && ever.number("minutesRead") == 3, "\(name)")
        #expect(isNear(ever.object("velocity").number("pagesPerDay"), 47 / (days + 1)), "\(name)")
        #expect(isNear(ever.object("velocity").number("booksPerMonth"), 30.4375 / (days + 1)), "\(name)")
      }
    }

    @Test("Cultures and the mean rating use the finished books that have a value")
    func culturesAndRating() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      let now = Date()
      try reader.book("a", finished: now, rating: 4.5, culture: "African")
      try reader.book("b", finished: now, rating: 3, culture: "African")
      try reader.book("c", finished: now, culture: "Asian")
      try reader.book("d", finished: now)
      try reader.book("e", rating: 1, culture: "European")
      for timeframe in ["week", "month", "year", "allTime"] {
        let insights = try reader.insights(timeframe)
        // African and Asian; (4.5 + 3) / 2.
        #expect(insights.number("culturesExplored") == 2, "\(timeframe)")
        #expect(insights.number("averageRating") == 3.75, "\(timeframe)")
      }
      #expect(try reader.client.delete("/api/v1/diversity/works/c/culturalOrigin").status == 204)
      #expect(try reader.insights("week").number("culturesExplored") == 1)
    }

    @Test("A culture set after a reading session counts")
    func promptedCulture() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let reader = Reader(client: book.client)
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      #expect(try book.answer(id, "Caribbean").status == 200)
      #expect(try reader.insights().number("culturesExplored") == 0)
      #expect(try reader.client.put("/api/v1/library/kindred", #"{"status": "finished"}"#).status == 200)
      #expect(try reader.insights().number("culturesExplored") == 1)
      // One of 12 books, from page 12 to 40.
      #expect(try reader.insights("week").number("pagesRead") == 28)
    }

    @Test("The rings are this year's books and cultures as percentages of 12 and 5, and their mean")
    func rings() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Reader.start(of: .year), culture: "African")
      try reader.book("b", finished: Reader.start(of: .year, 1) - 1, culture: "Asian")
      try reader.book("c", finished: Reader.start(of: .year) - 1, culture: "European")
      for timeframe in ["week", "month", "year", "allTime"] {
        let insights = try reader.insights(timeframe)
        // 2 of 12 are 16.67 %, 2 of 5 are 40 %; the mean is 28.33 %.
        #expect(insights.number("readingProgress") == 16.7, "\(timeframe)")
        #expect(insights.number("culturalProgress") == 40, "\(timeframe)")
        #expect(insights.number("overallCompletion") == 28.3, "\(timeframe)")
      }
      for number in 0..<11 { try reader.book("more-\(number)", finished: Reader.start(of: .year)) }
      // 13 of 12 are 100 %; the mean with 40 % is 70 %.
      let insights = try reader.insights("week")
      #expect(insights.number("readingProgress") == 100 && insights.number("overallCompletion") == 70)
    }

    @Test("Setting a goal changes the rings with the next read")
    func goals() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      for id in ["a", "b"] { try reader.book(id, finished: Reader.start(of: .year), culture: "African") }
      func rings() throws -> [Double?] {
        let insights = try reader.insights("month")
        return ["readingProgress", "culturalProgress", "overallCompletion"].map { insights.number($0) }
      }
      // 2 of 12 and 1 of 5; the mean of 16.67 and 20 is 18.33.
      #expect(try rings() == [16.7, 20, 18.3])
      #expect(try reader.client.put("/api/v1/goals/annualReading", #"{"target": 16}"#).status == 200)
      #expect(try reader.client.put("/api/v1/goals/culturalDiversity", #"{"target": 1}"#).status == 200)
      // 2 of 16 and 1 of 1; the mean of 12.5 and 100 is 56.25, rounded half up.
      #expect(try rings() == [12.5, 100, 56.3])
      #expect(try stack.command("rebuild", "stats").code == 0)
      try stack.replace()
      #expect(try rings() == [12.5, 100, 56.3])
      #expect(try reader.client.delete("/api/v1/goals/annualReading").status == 204)
      #expect(try reader.client.delete("/api/v1/goals/culturalDiversity").status == 204)
      #expect(try rings() == [16.7, 20, 18.3])
    }

    @Test("Reading streak: the current and the longest run of local days with a session")
    func streak() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a")
      for daysAgo in [1, 2, 5, 6, 7, 8] { try reader.read("a", at: try Reader.noon(daysAgo), seconds: 600, pages: 5) }
      #expect(try reader.insights().object("streak") as? [String: Int] == ["current": 2, "longest": 4])
      // From the evening over midnight, so that both the third and the fourth day ago count.
      let bridge = try reader.read("a", at: try Reader.noon(4) + 11 * 3_600, seconds: 7_200, pages: 5)
      #expect(try reader.insights("week").object("streak") as? [String: Int] == ["current": 8, "longest": 8])
      #expect(try reader.client.delete("/api/v1/reading/sessions/\(bridge)").status == 204)
      #expect(try reader.insights("week").object("streak") as? [String: Int] == ["current": 2, "longest": 4])
    }

    @Test("Genre diversity: the number of genres, their evenness, and the five most frequent")
    func genres() throws {
      let stack = try Stack()
      let reader = Reader(client: try stack.client(user: "ada"))
      try reader.book("a", finished: Date(), genres: ["Fiction", "Essay", "Fiction"])
      try reader.book("b", finished: Date(), genres: ["Fiction"])
      try reader.book("c", genres: ["Drama"])
      let two = try reader.insights("month").object("genres")
      // 2 and 1 of 3: 2/3 ln 3/2 + 1/3 ln 3 = 0.63651; over ln 2 = 0.69315 are 91.8 %.
      #expect(two.number("count") == 2 && two.number("evenness") == 91.8)
      try reader.book("d", finished: Date(), genres: ["Zen", "Art", "fiction", "Art of war"])
      let genres = try reader.insights("month").object("genres")
      #expect(genres.number("count") == 6)
      #expect(genres.list("top").map { $0.text("genre") } == ["Fiction", "Art", "Art of war", "Essay", "Zen"])
      #expect(genres.list("top").map { $0.number("books") } == [2, 1, 1, 1, 1])
      // 2/7 ln 7/2 + 5/7 ln 7 = 1.74787; over ln 6 = 1.79176 are 97.6 %.
      #expect(genres.number("evenness") == 97.6)
    }
  }
}
