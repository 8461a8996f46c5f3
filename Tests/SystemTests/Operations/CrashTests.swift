import Foundation
import Synchronization
import Testing

extension SystemTests {
  @Suite("Killed processes")
  struct CrashTests {
    @Test("Killing a process under load loses and duplicates no acknowledged write", arguments: Stack.names)
    func killUnderLoad(name: String) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let perWriter = 60
      let writers = 4
      let acknowledged = Mutex<[String]>([])
      let runDirectory = stack.runDirectory
      let killing = Thread {
        for kills in 1...3 {
          _ = try? eventually("more is written") {
            acknowledged.withLock { $0.count } >= kills * 40
          }
          if let pid = try? Stack.pids(in: runDirectory)[name] { kill(pid, SIGKILL) }
        }
      }
      killing.start()
      DispatchQueue.concurrentPerform(iterations: writers) { writer in
        for index in 0..<perWriter {
          let offset = Double(writer * perWriter + index) * 60
          let id = try? found("session \(index) is written") { () -> String? in
            let response = try story.record(startingAt: offset, lasting: 30)
            return response.status < 300 ? response.object.text("id") : nil
          }
          if let id { acknowledged.withLock { $0.append(id) } }
        }
      }
      try eventually("the last kill was made") { killing.isFinished }
      let ids = acknowledged.withLock { $0 }
      #expect(ids.count == writers * perWriter)
      #expect(Set(ids).count == ids.count)
      let summary = try found("the summary is available") {
        let response = try story.client.get("/api/v1/analytics/summary")
        return response.status == 200 ? response.object : nil
      }
      #expect(summary.number("totalPlayCount") == Double(ids.count))
      #expect(summary.number("totalListeningTime") == Double(ids.count * 30))
      for id in ids.shuffled().prefix(20) {
        // The last kill may have been made just now.
        try eventually("session \(id) is there") {
          try story.client.get("/api/v1/analytics/sessions/\(id)").status == 200
        }
      }
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    @Test("The stack recovers within two seconds of a kill", arguments: Stack.names)
    func measuresHealing(name: String) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      let before = try stack.pid(of: name)
      let limit = try allowance(2) { _ = try story.client.get("/api/v1/analytics/summary") }
      try stack.kill9(name)
      let seconds = try duration {
        try eventually("all services respond again") {
          guard try stack.pid(of: name) != before else { return false }
          let isReady = try story.client.get("/readyz").status == 200
          return try isReady && story.client.get("/api/v1/analytics/summary").status == 200
        }
      }
      #expect(seconds < limit, "\(name) took \(seconds) s")
      #expect(try story.summary().number("totalPlayCount") == 1)
      #expect(try story.record(startingAt: 3_600).status == 201)
    }

    @Test("Killing all processes at once loses no data")
    func killAll() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      let before = try stack.pids()
      for pid in before.values { kill(pid, SIGKILL) }
      try eventually("all services respond again") {
        guard try Set(stack.pids().values).isDisjoint(with: before.values) else { return false }
        return try story.client.get("/api/v1/analytics/summary").status == 200
      }
      #expect(try story.summary().number("totalPlayCount") == 1)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Without the journal's service, the edge quickly returns 503 with Retry-After")
    func measuresJournalUnavailable() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let folder = try TemporaryFolder()
      let edge = try EdgeWithoutServices(folder: folder)
      let client = HTTPClient(port: edge.port, token: story.client.token)
      for path in ["/api/v1/profile", "/api/v1/analytics/summary"] {
        var response = Response(status: 0, headers: [:], body: Data())
        let seconds = try duration { response = try client.get(path) }
        #expect(response.status == 503)
        #expect(Int(response.headers["retry-after"] ?? "") != nil)
        #expect(response.headers["content-type"]?.hasPrefix("application/problem+json") == true)
        #expect(seconds < (try allowance(0.5) { _ = try client.get("/healthz") }))
      }
      #expect(try client.get("/healthz").status == 200)
      #expect(try client.get("/readyz").status == 503)
    }
  }
}
