import Foundation
import Testing

extension SystemTests {
  @Suite("Widget")
  struct WidgetTests {
    @Test("Each figure equals the one that its endpoint returns")
    func figures() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let client = story.client
      for index in 0..<3 { _ = try story.record(startingAt: Double(index) * 3_600) }
      #expect(try client.put("/api/v1/works/w", #"{"title": "Kindred", "pageCount": 200}"#).status == 201)
      #expect(try client.put("/api/v1/library/w", #"{"status": "reading", "currentPage": 50}"#).status == 201)
      let reader = try stack.client(user: "ada", scope: "read")
      let response = try reader.get("/api/v1/widget")
      #expect(response.status == 200, "\(response.text)")
      let widget = response.object
      let summary = try client.get("/api/v1/analytics/summary").object
      #expect(widget["streak"] as? Int == summary["currentStreak"] as? Int)
      #expect(widget["listeningTime"] as? Double == summary["totalListeningTime"] as? Double)
      #expect(widget.text("lastActivity") == summary.text("lastActivityDate"))
      let streak = try client.get("/api/v1/insights").object["streak"] as? [String: Any]
      #expect(widget["readingStreak"] as? Int == streak?["current"] as? Int)
      let goals = try client.get("/api/v1/goals").object.list("goals")
      let books = goals.first { $0.text("type") == "annualReading" }
      #expect(widget["booksGoal"] as? Int == books?["target"] as? Int)
      #expect(widget["booksRemaining"] as? Int == books?["remaining"] as? Int)
      let weeks = try client.get("/api/v1/rucks/weekly").object.list("weeks")
      #expect(widget["rucksThisWeek"] as? Int == weeks.last?["sessions"] as? Int)
      let points = try client.get("/api/v1/analytics/activity?range=week").object.list("dataPoints")
      #expect(widget["listeningMinutesToday"] as? Double == points.last?["minutes"] as? Double)
      #expect(widget.text("currentBook") == "Kindred" && widget["currentBookPercent"] as? Double == 25)
      let few = try reader.get("/api/v1/widget?metrics=currentBook")
      #expect(few.text == #"{"currentBook":"Kindred"}"#)
      #expect(try reader.get("/api/v1/widget?metrics=other").status == 400)
    }
  }
}
