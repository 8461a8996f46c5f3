import Foundation
import Testing

extension SystemTests {
  @Suite("Podcasts and listens from stock clients")
  struct PodcastTests {
    /// Runs a script with the address, the user and the token of a client.
    private func run(_ script: String, _ library: String, _ address: String, _ client: HTTPClient) throws {
      try PythonClient.run(script, library, [address, "ada", try #require(client.token)])
    }

    @Test("mygpoclient synchronises subscriptions and actions, and plays become listening")
    func gpodder() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      try run("podcasts.py", "mygpoclient", "http://127.0.0.1:\(stack.port)/gpodder", client)
      let sessions = try client.get("/api/v1/analytics/sessions").object.list("items")
      guard !sessions.isEmpty else { return }
      #expect(sessions.count == 1 && sessions[0].number("duration") == 2_900)
      #expect(sessions[0].text("title") == "s01e20")
    }

    @Test("liblistenbrainz submits and reads listens")
    func listenBrainz() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      try run("listens.py", "liblistenbrainz", "http://127.0.0.1:\(stack.port)", client)
    }

    /// Basic credentials of ada.
    private func basic(_ client: HTTPClient) throws -> [String: String] {
      let token = try #require(client.token)
      return ["Authorization": "Basic " + Data("ada:\(token)".utf8).base64EncodedString()]
    }

    @Test("AntennaPod's cookie opens only its base, and ends with its token")
    func cookie() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let stranger = HTTPClient(port: stack.port)
      let path = "/gpodder/api/2/auth/ada/login.json"
      #expect(try stranger.post(path, "").status == 401)
      let response = try stranger.post(path, "", headers: basic(ada))
      #expect(response.status == 200 && response.text == "{}")
      let set = try #require(response.headers["set-cookie"])
      #expect(set.contains("HttpOnly") && set.contains("SameSite=Strict") && set.contains("Path=/gpodder"))
      let cookie = ["Cookie": String(set.prefix { $0 != ";" })]
      #expect(try stranger.get("/gpodder/api/2/devices/ada.json", headers: cookie).text == "[]")
      #expect(try stranger.get("/gpodder/api/2/devices/eve.json", headers: cookie).status == 400)
      #expect(try stranger.get("/api/v1/stories", headers: cookie).status == 401)
      #expect(try stranger.get("/listenbrainz/1/user/ada/listens", headers: cookie).status == 401)
      let tokens = try ada.get("/api/v1/tokens").object.list("items")
      let id = try #require(tokens.first?.text("id"))
      #expect(try ada.delete("/api/v1/tokens/\(id)").status == 204)
      try eventually("the cookie has ended") {
        try stranger.get("/gpodder/api/2/devices/ada.json", headers: cookie).status == 401
      }
    }

    @Test("Everything survives a restart, and a repeated upload changes nothing")
    func repetitions() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let headers = try basic(ada)
      let client = HTTPClient(port: stack.port)
      let body = """
        [{"podcast": "https://p.example/feed", "episode": "https://p.example/1.mp3", "guid": "one", "device": "phone",
          "action": "PLAY", "timestamp": "2026-03-01T10:00:00", "started": 0, "position": 1200, "total": 1200}]
        """
      let path = "/gpodder/api/2/episodes/me.json"
      #expect(try client.post(path, body, headers: headers).status == 200)
      let story = try #require(try ada.get("/api/v1/analytics/sessions").object.list("items").first?.text("storyId"))
      #expect(try ada.delete("/api/v1/stories/\(story)").status == 204)
      try stack.kill9("session")
      try eventually("the session service runs again") { try ada.get("/api/v1/stories").status == 200 }
      let again = HTTPClient(port: stack.port)
      #expect(try again.post(path, body, headers: headers).status == 200)
      #expect(try ada.get("/api/v1/stories").object.list("items").isEmpty)
      #expect(try ada.get("/api/v1/analytics/sessions").object.list("items").count == 1)
      #expect(try again.get(path, headers: headers).object.list("actions").count == 1)
    }
  }
}
