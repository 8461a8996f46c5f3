import ForeignServer
import Foundation
import Testing

extension SystemTests {
  /// Connections of a running stack to a stand-in for Audiobookshelf.
  @Suite("Connections")
  struct ConnectionTests {
    /// A server that stays while the test runs.
    private struct Library {
      let books = ForeignBooks()
      let server: ForeignServer

      init() {
        let books = books
        server = ForeignServer { books.respond(to: $0) }
      }
    }

    private func add(_ client: HTTPClient, _ library: Library) throws -> String {
      let made = try client.post(
        "/api/v1/connections",
        #"{"kind": "audiobookshelf", "url": "\#(library.server.url)", "secret": "\#(ForeignBooks.secret)"}"#)
      #expect(made.status == 201, "\(made.text)")
      return try #require(made.object.text("id"))
    }

    private func waitFor(_ client: HTTPClient, _ id: String, added count: Double) throws {
      try eventually("\(count) sessions are added") {
        let state = try client.get("/api/v1/connections/\(id)").object.object("state")
        return state.number("added") == count && state.text("phase") == "idle"
      }
    }

    private func sessions(_ client: HTTPClient) throws -> [[String: Any]] {
      try client.get("/api/v1/analytics/sessions?limit=200").object.list("items")
    }

    @Test("Imports all sessions, follows their growth, and keeps edits and deletions, even after kill -9")
    func whole() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let library = Library()
      for number in 0..<120 { library.books.set(.init("s\(number)", startedAt: 1_770_000_000 + number * 1_000)) }
      let id = try add(client, library)
      try waitFor(client, id, added: 120)
      let listed = try sessions(client)
      #expect(listed.count == 120)
      let edited = try #require(listed[0].text("id"))
      let deleted = try #require(listed[1].text("id"))
      #expect(try client.patch("/api/v1/analytics/sessions/\(edited)", #"{"duration": 7}"#).status == 200)
      #expect(try client.delete("/api/v1/analytics/sessions/\(deleted)").status == 204)
      for number in 117..<120 {
        library.books.set(.init("s\(number)", startedAt: 1_770_000_000 + number * 1_000, listened: 900))
      }
      library.books.set(.init("new", startedAt: 1_771_000_000))
      for name in ["session", "outbound"] { try stack.kill9(name) }
      let again = try stack.client(user: "ada")
      let run = try found("the run") { () -> Response? in
        let response = try again.send("POST", "/api/v1/connections/\(id)/run", nil)
        return response.status == 503 ? nil : response
      }
      #expect(run.status == 202 && run.object.object("state").text("phase") == "running")
      try waitFor(again, id, added: 121)
      let left = try sessions(again)
      #expect(left.count == 120)
      #expect(left.first { $0.text("id") == edited }?.number("duration") == 7)
      #expect(!left.contains { $0.text("id") == deleted })
      #expect(left.first { $0.text("startedAt") == listed[2].text("startedAt") }?.number("duration") == 900)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A wrong key and a wrong address are 422 with the member's name, and nothing is stored")
    func rejected() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let library = Library()
      for (url, secret, field) in [
        (library.server.url, "wrong", "secret"), (library.server.url + "/x?y", ForeignBooks.secret, "url"),
        ("http://127.0.0.1:1", ForeignBooks.secret, "url"),
      ] {
        let made = try client.post(
          "/api/v1/connections", #"{"kind": "audiobookshelf", "url": "\#(url)", "secret": "\#(secret)"}"#)
        #expect(made.status == 422 && made.object.list("errors").first?.text("field") == field, "\(made.text)")
      }
      #expect(try client.get("/api/v1/connections").object.list("items").isEmpty)
    }

    @Test("A deleted connection is gone, and its sessions stay")
    func deleted() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let library = Library()
      library.books.set(.init("s1", startedAt: 1_770_000_000))
      let id = try add(client, library)
      try waitFor(client, id, added: 1)
      #expect(try client.delete("/api/v1/connections/\(id)").status == 204)
      #expect(try client.get("/api/v1/connections/\(id)").status == 404)
      #expect(try sessions(client).count == 1)
    }
  }
}
