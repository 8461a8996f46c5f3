import Foundation
import Testing

extension SystemTests {
  @Suite("Comparisons of periods")
  struct RuckComparisonTests {
    private func read(_ client: HTTPClient, _ path: String) throws -> [String: Any] {
      let response = try client.get("/api/v1/\(path)")
      #expect(response.status == 200, "\(path): \(response.text)")
      return response.object
    }

    @Test("Only a request with `compare` has the figures of the other period; all time is 400")
    func rucks() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let walker = Walker(client: client)
      try walker.walk(from: "2024-02-28T08:00:00Z", to: "2024-02-28T09:00:00Z", km: 4)
      try walker.walk(from: "2024-02-29T08:00:00Z", to: "2024-02-29T09:00:00Z", km: 5)
      try walker.walk(from: "2023-02-28T08:00:00Z", to: "2023-02-28T09:30:00Z", km: 7, kg: 20)
      let day = "from=2024-02-29&to=2024-02-29"
      let plain = try client.get("/api/v1/rucks/analytics?\(day)")
      #expect(plain.object["comparison"] == nil)
      let previous = try read(client, "rucks/analytics?\(day)&compare=previous")
      #expect(previous.number("totalDistance") == 5_000)
      let before = previous.object("comparison")
      #expect(before.text("from") == "2024-02-28" && before.text("to") == "2024-02-28")
      #expect(before.number("totalDistance") == 4_000 && before.number("averagePace") == 15)
      let last = try read(client, "rucks/analytics?\(day)&compare=lastYear").object("comparison")
      #expect(last.text("from") == "2023-02-28" && last.number("totalDistance") == 7_000)
      #expect(last.number("totalWeightMoved") == 140_000 && last.number("averageLoad") == 20)
      let breakdown = try read(client, "rucks/breakdown?\(day)&compare=lastYear")
      #expect(breakdown.list("loadProgression").count == 1)
      #expect(breakdown.object("comparison").list("loadProgression").first?.number("maxLoad") == 20)
      #expect(try read(client, "rucks/breakdown?\(day)")["comparison"] == nil)
      #expect(try client.get("/api/v1/rucks/analytics?\(day)").body == plain.body)
      for path in [
        "rucks/analytics?period=allTime&compare=previous", "rucks/breakdown?period=allTime&compare=lastYear",
        "insights?compare=previous", "insights?timeframe=allTime&compare=lastYear", "insights?compare=decade",
        "rucks/analytics?from=0001-01-05&to=0001-01-06&compare=lastYear", "rucks/weekly?compare=previous",
      ] {
        let response = try client.get("/api/v1/\(path)")
        #expect(response.status == 400, "\(path): \(response.text)")
      }
    }

    @Test("Insights are compared with the previous timeframe, within a filter")
    func insights() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      let (current, previous) = Walker.beginnings(of: "yearly")
      try shelf.finish("a", at: Listener.instant(previous, "12:00"), culture: "Asian")
      try shelf.finish("b", at: Listener.instant(current, "12:00"), culture: "African")
      let plain = try read(shelf.client, "insights?timeframe=year")
      #expect(plain["comparison"] == nil && plain.number("booksRead") == 1)
      for compare in ["previous", "lastYear"] {
        let found = try read(shelf.client, "insights?timeframe=year&compare=\(compare)")
        let before = found.object("comparison")
        #expect(before.number("booksRead") == 1 && before.number("culturesExplored") == 1)
        #expect(before.text("from") == Listener.day(previous))
        #expect(Set(before.keys).subtracting(["from", "to"]).isSubset(of: found.keys))
        let filtered = try read(shelf.client, "insights?timeframe=year&compare=\(compare)&culture=African")
        #expect(filtered.number("booksRead") == 1 && filtered.object("comparison").number("booksRead") == 0)
      }
    }
  }
}
