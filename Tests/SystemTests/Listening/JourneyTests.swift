import Foundation
import Testing

extension SystemTests {
  @Suite("Listening journey")
  struct JourneyTests {
    @Test("The summary follows recorded, extended, edited and deleted sessions, even after a restart")
    func journey() throws {
      let folder = try TemporaryFolder()
      var stack = try Stack(folder: folder)
      let client = try stack.client(user: "ada")
      let story = try Story(client)

      let first = try story.record()
      #expect(first.status == 201)
      let id = try #require(first.object.text("id"))
      #expect(try story.summary().number("totalPlayCount") == 1)
      #expect(try story.summary().number("totalListeningTime") == 600)

      let again = try story.record()
      #expect(again.status == 200)
      #expect(again.object.text("id") == id)
      #expect(try story.summary().number("totalListeningTime") == 600)

      let extended = try story.record(lasting: 900)
      #expect(extended.status == 200)
      #expect(try story.summary().number("totalListeningTime") == 900)
      #expect(try story.summary().number("totalPlayCount") == 1)

      let edited = try client.patch("/api/v1/analytics/sessions/\(id)", #"{"duration": 300}"#)
      #expect(edited.status == 200, "\(edited.text)")
      #expect(try story.summary().number("totalListeningTime") == 300)

      let second = try story.record(startingAt: 86_400)
      #expect(second.status == 201)
      #expect(try story.summary().number("longestStreak") == 2)

      #expect(stack.stop() == 0)
      stack = try Stack(folder: folder)
      let returned = HTTPClient(port: stack.port, token: client.token)
      let after = try Story(returned)
      #expect(try after.summary().number("totalPlayCount") == 2)
      #expect(try after.summary().number("totalListeningTime") == 900)

      #expect(try returned.delete("/api/v1/analytics/sessions/\(id)").status == 204)
      #expect(try returned.delete("/api/v1/analytics/sessions/\(id)").status == 404)
      #expect(try after.summary().number("totalPlayCount") == 1)
      #expect(try after.summary().number("longestStreak") == 1)
      #expect(try after.summary().number("totalStories") == 1)
    }

    @Test("Another user does not see any of it")
    func anotherUser() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let id = try #require(try story.record().object.text("id"))
      let other = try stack.client(user: "bob")
      #expect(try other.get("/api/v1/analytics/sessions/\(id)").status == 404)
      #expect(try other.get("/api/v1/stories/story-1").status == 404)
      #expect((try other.get("/api/v1/analytics/sessions").object["items"] as? [Any])?.isEmpty == true)
      #expect(try other.get("/api/v1/analytics/summary").object.number("totalPlayCount") == 0)
      #expect(try HTTPClient(port: stack.port).get("/api/v1/analytics/summary").status == 401)
    }

    @Test("A retry with the same key returns the first response, marked as replayed")
    func keyedRetry() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let key = ["Idempotency-Key": "k-1"]
      let first = try story.client.post("/api/v1/analytics/sessions", story.session(), headers: key)
      let again = try story.client.post("/api/v1/analytics/sessions", story.session(), headers: key)
      #expect(first.status == 201 && first.headers["idempotency-replayed"] == nil)
      #expect(again.status == 201 && again.headers["idempotency-replayed"] == "true")
      #expect(first.body == again.body)
      let other = try story.client.post("/api/v1/analytics/sessions", story.session(lasting: 700), headers: key)
      #expect(other.status == 422)
    }
  }
}
