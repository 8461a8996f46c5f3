import Foundation
import Testing

extension SystemTests {
  @Suite("`waymark up --demo`")
  struct DemoTests {
    private static let paths = [
      "analytics/summary", "library?limit=200", "rucks/streak", "goals", "diversity/points", "shares", "insights",
    ]

    private func link(_ stack: Stack) throws -> String {
      try found("the link for demo") {
        stack.log.components(separatedBy: "\n").last { $0.hasPrefix("http://") && $0.contains("/#code=") }.flatMap {
          line in
          stack.log.contains("as demo, once") ? line : nil
        }
      }
    }

    @Test("The user demo has a year of all three kinds, within seconds and once")
    func measuresDemo() throws {
      var stack = try Stack(arguments: ["--demo"])
      let start = ProcessInfo.processInfo.systemUptime
      let link = try link(stack)
      let seconds = ProcessInfo.processInfo.systemUptime - start
      print("a demo year was written in \(seconds) s")
      let limit = try allowance(10) { _ = try Executable.run(["--version"]) }
      #expect(seconds < limit || !Executable.isRelease)
      let code = try #require(link.components(separatedBy: "#code=").last)
      let signedIn = try HTTPClient(port: stack.port).post("/api/v1/session", "{\"code\": \"\(code)\"}")
      #expect(signedIn.status == 204, "\(signedIn.text)")
      let demo = try stack.client(user: "demo")
      let summary = try demo.get("/api/v1/analytics/summary").object
      #expect(summary.number("currentStreak") ?? 0 >= 7 && summary.number("favoriteCount") == 5, "\(summary)")
      #expect(summary.number("totalPlayCount") ?? 0 > 250)
      let rucks = try demo.get("/api/v1/rucks/streak").object
      #expect(rucks.number("current") ?? 0 >= 7, "\(rucks)")
      let insights = try demo.get("/api/v1/insights").object
      #expect(insights.number("booksRead") ?? 0 >= 20 && insights.number("culturesExplored") ?? 0 >= 8, "\(insights)")
      let connectors = try demo.get("/api/v1/connectors").object.list("connectors")
      #expect(connectors.count { $0.text("lastSeenAt") != nil } == 4)
      #expect(connectors.count { $0["lastProblem"] is [String: Any] } == 1)
      let before = try Self.paths.map { try demo.get("/api/v1/\($0)").text }
      #expect(try stack.command("verify").code == 0)
      stack.stop()
      stack = try Stack(folder: stack.folder, arguments: ["--demo"])
      _ = try self.link(stack)
      #expect(stack.log.contains("nothing was added"))
      let again = try stack.client(user: "demo")
      for (path, response) in zip(Self.paths, before) {
        #expect(try again.get("/api/v1/\(path)").text == response, "\(path)")
      }
    }

    @Test("A user of that name who has data keeps it")
    func taken() throws {
      var stack = try Stack()
      let owner = try stack.client(user: "demo")
      #expect(try owner.put("/api/v1/stories/own", #"{"title": "Mine", "estimatedDuration": 60}"#).status == 201)
      stack.stop()
      stack = try Stack(folder: stack.folder, arguments: ["--demo"])
      _ = try link(stack)
      let items = try stack.client(user: "demo").get("/api/v1/stories").object["items"] as? [[String: Any]]
      #expect(items?.compactMap { $0.text("id") } == ["own"])
    }
  }
}
