import Foundation
import Testing

extension SystemTests {
  @Suite("Live changes")
  struct ChangesTests {
    @Test("A change on one device reaches the others at once, with its areas")
    func measuresArrival() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let story = try Story(client)
      let reader = try ChangeReader(client)
      let first = try reader.next()
      #expect(reader.status == 200 && first.areas.count == 10)
      let limit = try allowance(1) { _ = try client.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { number in
        try duration {
          #expect(try story.record(startingAt: Double(number) * 900).status == 201)
          let event = try reader.next()
          #expect(event.id == first.id + number + 1 && event.areas == ["listening"])
        }
      }
      #expect(seconds < limit)
      #expect(try client.put("/api/v1/works/w", #"{"title": "W"}"#).status == 201)
      #expect(try reader.next().areas.contains("catalogue"))
      let entry = #"{"status": "reading", "currentPage": 1}"#
      #expect(try client.put("/api/v1/library/w", entry).status == 201)
      #expect(try reader.next().areas.contains("library"))
      // Receives no changes of other users.
      let other = try ChangeReader(try stack.client(user: "eve"))
      let begun = try other.next()
      #expect(try client.put("/api/v1/heroes/h", #"{"name": "H"}"#).status == 201)
      let last = try reader.next()
      #expect(last.areas.contains("catalogue"))
      // Missed changes are one event; without any, it has no areas.
      let again = try ChangeReader(client, after: first.id)
      let missed = try again.next()
      #expect(missed.id == last.id && Set(missed.areas).isSuperset(of: ["listening", "catalogue", "library"]))
      #expect(try ChangeReader(client, query: "?after=\(last.id)").next().areas.isEmpty)
      #expect(try ChangeReader(try stack.client(user: "eve"), after: begun.id).next().areas.isEmpty)
    }

    @Test("A stream ends within a second after its token, and cleanly when the stack stops")
    func measuresEnd() throws {
      let stack = try Stack()
      var streams: [ChangeReader] = []
      let probe = try stack.client(user: "probe")
      let limit = try allowance(1) { _ = try probe.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { number in
        let user = "ada-\(number)"
        let (client, kept) = (try stack.client(user: user), try stack.client(user: user))
        let (reader, other) = (try ChangeReader(client), try ChangeReader(kept))
        _ = (try reader.next(), try other.next())
        streams += [reader, other]
        let made = try stack.command("token", "list", "--user", user).output
        let id = try #require(made.split(separator: "\n").first { $0.contains(user) }?.split(separator: " ").first)
        #expect(try stack.command("token", "revoke", String(id)).code == 0)
        // One of the two has ended, in either order.
        return try duration {
          try eventually("a stream ends") {
            try HTTPClient(port: stack.port).get("/metrics").text
              .contains("waymark_http_streams{service=\"edge\"} \(number + 1)\n")
          }
        }
      }
      #expect(seconds < limit)
      stack.stop()
      for stream in streams {
        try stream.drain()
        #expect(stream.hasEnded)
      }
    }

    @Test("Revoking a token ends only its streams, including its browsers', within a second")
    func measuresManyEnds() throws {
      let stack = try Stack()
      let owner = try stack.client(user: "ada")
      let visitor = HTTPClient(port: stack.port)
      let own = try ChangeReader(owner)
      var others: [ChangeReader] = []
      for number in 0..<12 {
        let client = try stack.client(user: "user-\(number)")
        for _ in 0..<16 { others.append(try ChangeReader(client)) }
      }
      for stream in [own] + others { #expect(try stream.next().areas.count == 10) }
      let limit = try allowance(1) { _ = try owner.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { _ in
        let made = try owner.post("/api/v1/tokens", #"{"name": "phone"}"#).object
        let (id, token) = (try #require(made.text("id")), try #require(made.text("token")))
        let signedIn = try visitor.post("/api/v1/session", "{\"token\": \"\(token)\"}")
        let cookie = ["Cookie": try #require(signedIn.headers["set-cookie"]?.components(separatedBy: ";").first)]
        let phone = HTTPClient(port: stack.port, token: token)
        var ending = try (0..<8).map { _ in try ChangeReader(phone) }
        ending += try (0..<7).map { _ in try ChangeReader(visitor, headers: cookie) }
        for stream in ending { #expect(try stream.next().areas.count == 10) }
        let seconds = try duration {
          #expect(try owner.delete("/api/v1/tokens/\(id)").status == 204)
          for stream in ending { try stream.drain() }
        }
        try eventually("the others continue") {
          let metrics = try visitor.get("/metrics").text
          return metrics.contains("waymark_http_streams{service=\"edge\"} \(1 + others.count)\n")
        }
        #expect(try visitor.get("/api/v1/changes", headers: cookie).status == 401)
        return seconds
      }
      #expect(seconds < limit)
      #expect(try owner.put("/api/v1/heroes/mia", #"{"name": "Mia"}"#).status == 201)
      #expect(try own.next().areas.contains("catalogue"))
    }

    @Test("Streams survive a restart of SessionSvc and miss no later write", arguments: [true, false])
    func sessionAway(isKilled: Bool) throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let story = try Story(client)
      let reader = try ChangeReader(client)
      let first = try reader.next()
      let before = try stack.pid(of: "session")
      kill(before, isKilled ? SIGKILL : SIGTERM)
      try eventually("another one works in its place") {
        try stack.pid(of: "session") != before && HTTPClient(port: stack.port).get("/readyz").status == 200
      }
      // A repetition of a recorded session is 200.
      try eventually("it is written") { try story.record().status < 300 }
      let event = try reader.next()
      #expect(event.id > first.id && event.areas.contains("listening"))
    }
  }
}
