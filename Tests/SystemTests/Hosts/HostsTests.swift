import Foundation
import PostgresServer
import Synchronization
import Testing

extension SystemTests {
  @Suite(
    "Two hosts on one database",
    .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
  struct HostsTests {
    private let first: Stack
    private let second: Stack

    init() throws {
      let server = try #require(PostgresServer.shared)
      let address = server.newAddress()
      first = try Stack(database: address)
      second = try Stack(database: address)
    }

    /// The same user at the other host.
    private func elsewhere(_ client: HTTPClient) -> HTTPClient {
      HTTPClient(port: client.port == first.port ? second.port : first.port, token: client.token)
    }

    private static let figures = [
      "/api/v1/analytics/summary", "/api/v1/analytics/milestones", "/api/v1/diversity/stats", "/api/v1/insights",
      "/api/v1/goals", "/api/v1/profile", "/api/v1/analytics/sessions",
    ]

    @Test("What one host has answered is in the next answer of the other, in every view")
    func readYourWrites() throws {
      let here = try first.client(user: "ada")
      let there = elsewhere(here)
      let (near, far) = (try Story(here), try Story(there))
      for number in 0..<20 {
        let (writer, reader) = number % 2 == 0 ? (near, far) : (far, near)
        #expect(try writer.record(startingAt: Double(number) * 900).status == 201)
        #expect(try reader.summary().number("totalListeningTime") == Double(number + 1) * 600)
        let name = #"{"displayName": "Ada \#(number)"}"#
        #expect(try writer.client.put("/api/v1/profile", name).status == 200)
        #expect(try reader.client.get("/api/v1/profile").object.text("displayName") == "Ada \(number)")
      }
      for path in Self.figures {
        let (one, other) = (try here.get(path), try there.get(path))
        #expect(one.status == 200 && one.body == other.body, "\(path): \(one.text) \(other.text)")
      }
      for stack in [first, second] {
        let verified = try stack.command("verify")
        #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
      }
    }

    @Test("A stream of changes at one host has what is written at the other, at once and with its areas")
    func measuresChanges() throws {
      let here = try first.client(user: "ada")
      let near = try Story(here)
      let stream = try ChangeReader(elsewhere(here))
      var last = try stream.next().id
      let limit = try allowance(1) { _ = try elsewhere(here).get("/api/v1/profile") }
      for number in 0..<10 {
        let seconds = try shortest(under: limit) { again in
          try duration {
            #expect(try near.record(startingAt: Double(number * 3 + again) * 900).status == 201)
            let event = try stream.next()
            #expect(event.id == last + 1 && event.areas == ["listening"])
            last = event.id
          }
        }
        #expect(seconds < limit)
      }
      // A client that comes back at the other host goes on where it was.
      #expect(try here.put("/api/v1/heroes/late", #"{"name": "L"}"#).status == 201)
      let missed = try ChangeReader(elsewhere(here), after: last).next()
      #expect(missed.id == last + 1 && missed.areas.contains("catalogue"))
    }

    @Test("A token that is revoked at one host ends at the other within a second, with its cookies and streams")
    func measuresRevocation() throws {
      let owner = try first.client(user: "ada")
      let visitor = HTTPClient(port: second.port)
      let limit = try allowance(1) { _ = try elsewhere(owner).get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { _ in
        let made = try owner.post("/api/v1/tokens", #"{"name": "phone"}"#).object
        let (id, token) = (try #require(made.text("id")), try #require(made.text("token")))
        let phone = HTTPClient(port: second.port, token: token)
        let signedIn = try visitor.post("/api/v1/session", "{\"token\": \"\(token)\"}")
        let cookie = ["Cookie": try #require(signedIn.headers["set-cookie"]?.components(separatedBy: ";").first)]
        let streams = [try ChangeReader(phone), try ChangeReader(visitor, headers: cookie)]
        for _ in 0..<3 {
          #expect(try phone.get("/api/v1/profile").status == 200)
          #expect(try visitor.get("/api/v1/profile", headers: cookie).status == 200)
        }
        #expect(try owner.delete("/api/v1/tokens/\(id)").status == 204)
        return try duration {
          try eventually(within: 5, "the token and its cookie end") {
            try phone.get("/api/v1/profile").status == 401
              && visitor.get("/api/v1/profile", headers: cookie).status == 401
          }
          for stream in streams {
            try stream.drain()
            #expect(stream.hasEnded)
          }
        }
      }
      #expect(seconds < limit)
      #expect(try elsewhere(owner).get("/api/v1/profile").status == 200)
    }

    @Test("Of many requests with one key at both hosts one does the work; of two timers one starts")
    func decidedOnce() throws {
      let here = try first.client(user: "ada")
      let there = elsewhere(here)
      let story = try Story(here)
      for round in 0..<5 {
        let work = "w\(round)"
        #expect(try here.put("/api/v1/works/\(work)", #"{"title": "W"}"#).status == 201)
        #expect(try there.put("/api/v1/library/\(work)", #"{"status": "reading", "currentPage": 10}"#).status == 201)
        let body = story.session(startingAt: Double(round) * 900)
        let answers = try atBoth(here, there, times: 4) { client in
          try client.post("/api/v1/analytics/sessions", body, headers: ["Idempotency-Key": "round-\(round)"])
        }
        #expect(answers.allSatisfy { $0.status == 201 && $0.body == answers[0].body })
        #expect(answers.count { $0.headers["idempotency-replayed"] == nil } == 1)
        let start = #"{"workId": "\#(work)"}"#
        let started = try atBoth(here, there, times: 1) { try $0.post("/api/v1/reading/timer", start) }
        #expect(started.map(\.status).sorted() == [201, 409])
        let key = ["Idempotency-Key": "stop-\(round)"]
        let page = #"{"endPage": \#(20 + round)}"#
        let stopped = try atBoth(here, there, times: 2) {
          try $0.post("/api/v1/reading/timer/stop", page, headers: key)
        }
        #expect(stopped.allSatisfy { $0.status == 200 && $0.body == stopped[0].body }, "\(stopped.map(\.status))")
      }
      #expect(try there.get("/api/v1/reading/sessions").object.list("items").count == 5)
      #expect(try there.get("/api/v1/analytics/sessions").object.list("items").count == 5)
      #expect(try second.command("verify").code == 0)
    }

    /// What the requests are answered that both hosts get at the same time.
    private func atBoth(
      _ here: HTTPClient, _ there: HTTPClient, times: Int, _ send: @Sendable (HTTPClient) throws -> Response
    ) throws -> [Response] {
      let answers = Mutex<[Response]>([])
      DispatchQueue.concurrentPerform(iterations: 2 * times) { number in
        if let answer = try? send(number % 2 == 0 ? here : there) { answers.withLock { $0.append(answer) } }
      }
      let all = answers.withLock { $0 }
      #expect(all.count == 2 * times)
      return all
    }

    @Test("An account that is deleted at one host is refused by the other, whose streams end and views erase it")
    func measuresDeletion() throws {
      let word = "erased-51ce"
      let probe = try second.client(user: "probe")
      let limit = try allowance(1) { _ = try probe.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { number in
        let here = try first.client(user: "\(word)-\(number)")
        let there = elsewhere(here)
        let story = try Story(here)
        #expect(try here.put("/api/v1/works/w", #"{"title": "\#(word) work"}"#).status == 201)
        #expect(try story.record().status == 201)
        for path in Self.figures { #expect(try there.get(path).status == 200) }
        let stream = try ChangeReader(there)
        _ = try stream.next()
        let answer = try here.delete("/api/v1/account")
        #expect(answer.status == 204, "\(answer.text)")
        return try duration {
          try stream.drain()
          try eventually(within: 5, "the other host refuses") { try there.get("/api/v1/profile").status == 401 }
        }
      }
      #expect(seconds < limit)
      for stack in [first, second] {
        try eventually(within: 10, "no file of a view names the user") { try traces(of: word, stack).isEmpty }
      }
      #expect(try second.command("verify").code == 0)
    }

    /// Names of the files of the data directory in which the word stands.
    private func traces(of word: String, _ stack: Stack) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: stack.data)?.compactMap { $0 as? String } ?? []
      return names.filter { name in
        FileManager.default.contents(atPath: stack.data + "/" + name)?.range(of: Data(word.utf8)) != nil
      }
    }
  }
}
