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
    private func atOtherHost(_ client: HTTPClient) -> HTTPClient {
      HTTPClient(port: client.port == first.port ? second.port : first.port, token: client.token)
    }

    private static let figures = [
      "/api/v1/analytics/summary", "/api/v1/analytics/milestones", "/api/v1/diversity/stats", "/api/v1/insights",
      "/api/v1/goals", "/api/v1/profile", "/api/v1/analytics/sessions",
    ]

    @Test("Each host's next response includes the writes acknowledged by the other, in every view")
    func readYourWrites() throws {
      let here = try first.client(user: "ada")
      let there = atOtherHost(here)
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

    @Test("A change stream at one host reports writes at the other immediately, with their areas")
    func measuresChanges() throws {
      let here = try first.client(user: "ada")
      let near = try Story(here)
      let stream = try ChangeReader(atOtherHost(here))
      var last = try stream.next().id
      let limit = try allowance(1) { _ = try atOtherHost(here).get("/api/v1/profile") }
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
      // A client that reconnects at the other host receives the events it missed.
      #expect(try here.put("/api/v1/heroes/late", #"{"name": "L"}"#).status == 201)
      let missed = try ChangeReader(atOtherHost(here), after: last).next()
      #expect(missed.id == last + 1 && missed.areas.contains("catalogue"))
    }

    @Test("Revoking a token at one host ends it, its cookies and its streams at the other within a second")
    func measuresRevocation() throws {
      let owner = try first.client(user: "ada")
      let visitor = HTTPClient(port: second.port)
      let limit = try allowance(1) { _ = try atOtherHost(owner).get("/api/v1/profile") }
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
          try eventually("the token and its cookie end") {
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
      #expect(try atOtherHost(owner).get("/api/v1/profile").status == 200)
    }

    @Test("Many requests with one key at both hosts are executed once, and only one of two timers starts")
    func decidedOnce() throws {
      let here = try first.client(user: "ada")
      let there = atOtherHost(here)
      let story = try Story(here)
      for round in 0..<5 {
        let work = "w\(round)"
        #expect(try here.put("/api/v1/works/\(work)", #"{"title": "W"}"#).status == 201)
        #expect(try there.put("/api/v1/library/\(work)", #"{"status": "reading", "currentPage": 10}"#).status == 201)
        let body = story.session(startingAt: Double(round) * 900)
        let responses = try atBoth(here, there, times: 4) { client in
          try client.post("/api/v1/analytics/sessions", body, headers: ["Idempotency-Key": "round-\(round)"])
        }
        #expect(responses.allSatisfy { $0.status == 201 && $0.body == responses[0].body })
        #expect(responses.count { $0.headers["idempotency-replayed"] == nil } == 1)
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

    /// Sends requests to both hosts at the same time and returns the responses.
    private func atBoth(
      _ here: HTTPClient, _ there: HTTPClient, times: Int, _ send: @Sendable (HTTPClient) throws -> Response
    ) throws -> [Response] {
      let responses = Mutex<[Response]>([])
      DispatchQueue.concurrentPerform(iterations: 2 * times) { number in
        if let response = try? send(number % 2 == 0 ? here : there) { responses.withLock { $0.append(response) } }
      }
      let all = responses.withLock { $0 }
      #expect(all.count == 2 * times)
      return all
    }

    @Test("Deleting an account at one host ends its requests and streams at the other and erases it from the views")
    func measuresDeletion() throws {
      let word = "erased-51ce"
      let probe = try second.client(user: "probe")
      let limit = try allowance(1) { _ = try probe.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { number in
        let here = try first.client(user: "\(word)-\(number)")
        let there = atOtherHost(here)
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
          try eventually("the token is rejected") { try there.get("/api/v1/profile").status == 401 }
        }
      }
      #expect(seconds < limit)
      for stack in [first, second] {
        try eventually("no file of a view names the user") { try traces(of: word, stack).isEmpty }
      }
      #expect(try second.command("verify").code == 0)
    }

    /// Returns the names of the files in the data directory that contain the word.
    private func traces(of word: String, _ stack: Stack) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: stack.data)?.compactMap { $0 as? String } ?? []
      return names.filter { name in
        FileManager.default.contents(atPath: stack.data + "/" + name)?.range(of: Data(word.utf8)) != nil
      }
    }
  }
}
