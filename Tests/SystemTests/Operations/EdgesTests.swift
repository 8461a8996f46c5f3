import Foundation
import Testing

extension SystemTests {
  @Suite("Several edges on one port")
  struct EdgesTests {
    private static let names = ["edge", "edge-2", "edge-3"]

    private func stack() throws -> Stack {
      try Stack(arguments: ["--edges", "\(Self.names.count)"])
    }

    /// Returns clients of one user, one per edge.
    private func clients(_ stack: Stack, user: String) throws -> [HTTPClient] {
      let client = try stack.client(user: user)
      return Self.names.map { name in
        var own = client
        own.path = "\(stack.runDirectory)/\(name).sock"
        return own
      }
    }

    @Test("All edges serve the port, and another one serves it while one is stopped")
    func onePort() throws {
      let stack = try stack()
      let pids = try stack.pids()
      #expect(Set(pids.keys) == Set(Stack.names).union(Self.names))
      let status = try stack.command("status")
      #expect(status.code == 0)
      for name in Self.names {
        let pid = try #require(pids[name])
        #expect(status.output.contains("\n\(name) ") && status.output.contains(" \(pid) "))
      }
      // A stopped process accepts nothing, so the others do.
      for name in Self.names {
        let pid = try #require(pids[name])
        kill(pid, SIGSTOP)
        for _ in 0..<3 { #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200) }
        kill(pid, SIGCONT)
      }
      try stack.kill9("edge-2")
      try eventually("another process has its place") {
        let now = try stack.pids()
        return now.count == pids.count && now["edge-2"] != pids["edge-2"]
      }
      for (name, pid) in pids where name != "edge-2" { #expect(try stack.pid(of: name) == pid) }
      #expect(stack.stop() == 0)
      for pid in pids.values { #expect(!isAlive(pid)) }
    }

    @Test("Each edge's reads include the writes that any edge has acknowledged, and its streams report them")
    func current() throws {
      let stack = try stack()
      let edges = try clients(stack, user: "ada")
      #expect(try edges[0].put("/api/v1/stories/s", #"{"title": "Story", "estimatedDuration": 600}"#).status == 201)
      let readers = try edges.map { try ChangeReader($0) }
      for reader in readers { _ = try reader.next() }
      for number in 1...12 {
        let day = number < 10 ? "0\(number)" : "\(number)"
        let body = """
          {"storyId": "s", "startedAt": "2026-01-\(day)T10:00:00Z", "endedAt": "2026-01-\(day)T10:05:00Z",
            "completed": true}
          """
        #expect(try edges[number % edges.count].post("/api/v1/analytics/sessions", body).status == 201)
        for edge in edges {
          let summary = try edge.get("/api/v1/analytics/summary").object
          #expect(summary["totalPlayCount"] as? Int == number)
        }
        let ids = try readers.map { try $0.next().id }
        #expect(Set(ids).count == 1)
      }
    }

    @Test("Wrong passwords at all edges count together")
    func attempts() throws {
      let statuses = try withinOneMinute {
        let stack = try stack()
        let edges = try clients(stack, user: "ada").map { client in
          var stranger = client
          stranger.token = nil
          return stranger
        }
        return try (0..<30).map { number in
          try edges[number % edges.count].post(
            "/api/v1/session", #"{"userId": "ada", "password": "wrong horse battery"}"#
          ).status
        }
      }
      // Ten per minute of one address.
      #expect(statuses == Array(repeating: 401, count: 10) + Array(repeating: 429, count: 20))
    }

    @Test("The metrics of any edge contain those of all, each once")
    func metrics() throws {
      let stack = try stack()
      let edges = try clients(stack, user: "ada")
      // The first page counts the calls for the second.
      for edge in edges + edges {
        let lines = try edge.get("/metrics").text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let series = lines.compactMap { $0.split(separator: " ").dropLast().joined(separator: " ") }
        #expect(Set(series).count == series.count)
        for name in Set(Stack.names + Self.names) {
          #expect(series.contains("waymark_uptime_seconds{service=\"\(name)\"}"))
        }
      }
    }

    @Test("A wrong number is rejected in one line", arguments: ["0", "65", "many"])
    func wrongNumber(text: String) throws {
      let result = try Executable.run(["up", "--data", try TemporaryFolder().path, "--edges", text])
      #expect(result.code == 2 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("waymark up: --edges: '\(text)' is not a number from 1 to 64"))
    }
  }
}
