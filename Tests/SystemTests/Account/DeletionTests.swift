import Foundation
import Synchronization
import Testing

extension SystemTests {
  @Suite("Deleting an account")
  struct DeletionTests {
    private static let word = "erased-4c1b"

    /// Returns the files of the data directory that contain the word.
    private func traces(of word: String, _ stack: Stack) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: stack.data)?.compactMap { $0 as? String } ?? []
      return names.filter { name in
        guard let bytes = FileManager.default.contents(atPath: stack.data + "/" + name) else { return false }
        return bytes.range(of: Data(word.utf8)) != nil
      }
    }

    /// Writes data of every subject, with the word in every text.
    private func fill(_ client: HTTPClient, _ word: String) throws {
      for number in 0..<60 {
        let day = String(format: "2026-%02d-%02d", 1 + number / 20, 1 + number % 20)
        let story = #"{"title": "\#(word) story \#(number)", "estimatedDuration": 3600}"#
        #expect(try client.put("/api/v1/stories/s\(number)", story).status == 201)
        let session = """
          {"storyId": "s\(number)", "startedAt": "\(day)T10:00:00Z", "endedAt": "\(day)T10:30:00Z", "completed": true}
          """
        #expect(try client.post("/api/v1/analytics/sessions", session).status == 201)
        let work = #"{"title": "\#(word) work \#(number)", "authors": ["\#(word)"], "genres": ["\#(word)"]}"#
        #expect(try client.put("/api/v1/works/w\(number)", work).status == 201)
        #expect(try client.put("/api/v1/library/w\(number)", #"{"status": "finished", "rating": 4}"#).status == 201)
      }
      let hero = try client.send(
        "POST", "/api/v1/rucks",
        #"""
        {"startedAt": "2026-02-01T10:00:00Z", "endedAt": "2026-02-01T11:00:00Z", "distance": 5000, "loadWeight": 10,
        "weather": {"temperature": 3, "condition": "\#(word)"}}
        """#, headers: ["Idempotency-Key": "\(word)-key"])
      #expect(hero.status == 201)
      #expect(try client.put("/api/v1/profile", #"{"displayName": "\#(word)"}"#).status == 200)
    }

    private static let figures = [
      "/api/v1/analytics/summary", "/api/v1/analytics/milestones", "/api/v1/diversity/stats", "/api/v1/insights",
      "/api/v1/rucks/records", "/api/v1/achievements",
    ]

    private func figures(_ client: HTTPClient) throws -> [String] {
      try Self.figures.map { path in
        let response = try client.get(path)
        #expect(response.status == 200, "\(path): \(response.text)")
        return response.text
      }
    }

    @Test("Deletes every byte under load, ends streams and tokens, and keeps other users' data")
    func underLoad() throws {
      let stack = try Stack()
      let kept = try stack.client(user: "kept-user")
      try fill(kept, "kept-words")
      let client = try stack.client(user: Self.word)
      let device = try stack.client(user: Self.word)
      try fill(client, Self.word)
      let before = try figures(kept)
      _ = try figures(client)
      let share = try client.post("/api/v1/shares", #"{"picture": "activity"}"#)
      let url = try #require(share.object["url"] as? String)
      let path = try #require(URL(string: url)?.path)
      #expect(try HTTPClient(port: stack.port, token: nil).get(path).status == 200)
      let stream = try ChangeReader(client)
      _ = try stream.next()
      let isOver = Mutex(false)
      let statuses = Mutex<Set<Int>>([])
      let load = Thread {
        var number = 1_000
        while !isOver.withLock({ $0 }) {
          number += 1
          let story = #"{"title": "\#(Self.word) late \#(number)", "estimatedDuration": 60}"#
          guard let status = try? device.put("/api/v1/stories/late\(number)", story).status else { continue }
          statuses.withLock { _ = $0.insert(status) }
        }
      }
      load.start()
      try eventually("the other device writes") { statuses.withLock { $0.contains(201) } }
      #expect(try client.delete("/api/v1/account").status == 204)
      #expect(try traces(of: Self.word, stack) == [])
      #expect(try client.get("/api/v1/profile").status == 401)
      try eventually("the other device is rejected") { statuses.withLock { $0.contains(401) } }
      isOver.withLock { $0 = true }
      // Until the deletion is stored, writes are 503.
      #expect(statuses.withLock { $0.subtracting([201, 401, 503]) } == [])
      try stream.drain()
      #expect(try HTTPClient(port: stack.port, token: nil).get(path).status == 404)
      #expect(try figures(kept) == before)
      let users = try stack.command("user", "list", "--json")
      #expect(users.code == 0 && users.output.contains("kept-user") && !users.output.contains(Self.word))
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
      #expect(try traces(of: Self.word, stack) == [])
      #expect(stack.stop() == 0)
      #expect(try traces(of: Self.word, stack) == [])
    }

    @Test("A deletion interrupted by kill -9 is finished at the next start, and the name starts empty")
    func killed() throws {
      let stack = try Stack()
      let client = try stack.client(user: Self.word)
      try fill(client, Self.word)
      _ = try figures(client)
      // Without a view the marks remain, so that work is left whenever the process dies.
      try stack.kill9("diversity")
      let deletion = Thread { _ = try? client.delete("/api/v1/account") }
      deletion.start()
      try eventually("the token of the deleted account is rejected") { try client.get("/api/v1/profile").status == 401 }
      try stack.kill9("session")
      try stack.kill9("stats")
      try eventually("nothing is left") { try traces(of: Self.word, stack).isEmpty }
      let again = try stack.client(user: Self.word)
      try eventually("the account starts empty") {
        try again.get("/api/v1/analytics/summary").object["totalPlayCount"] as? Int == 0
      }
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    }

    @Test("The command deletes the named user, requires a terminal or --yes, and reports an unknown user")
    func command() throws {
      let stack = try Stack()
      try fill(try stack.client(user: Self.word), Self.word)
      #expect(try stack.command("user", "delete", Self.word).code == 2)
      let unknown = try stack.command("user", "delete", "unknown", "--yes")
      #expect(unknown.code == 1 && unknown.errors.contains("no user 'unknown'"))
      let list = try stack.command("user", "list")
      #expect(list.output.contains(Self.word) && list.output.hasPrefix("USER"))
      let deleted = try stack.command("user", "delete", Self.word, "--yes")
      #expect(deleted.code == 0, "\(deleted.errors)")
      #expect(try traces(of: Self.word, stack) == [])
      stack.stop()
      let late = try stack.command("token", "create", "--user", "late")
      #expect(late.code == 0)
      let away = try stack.command("user", "delete", "late", "--yes")
      #expect(away.code == 1 && away.errors.contains("is 'waymark up' running there?"))
    }
  }
}
