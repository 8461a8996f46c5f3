import API
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Behind a proxy")
struct TrustedProxyTests {
  private let trusting = ["WAYMARK_TRUSTED_PROXIES": "unix", "WAYMARK_USER_HEADER": "Remote-User"]

  private func edge(_ settings: [String: String]) throws -> EdgeHarness {
    let edge = try EdgeHarness(settings: settings, website: WebsiteTests.website())
    edge.service.reply("profile.get", ["userId": "ada"])
    edge.service.reply("hero.delete", Nothing())
    edge.service.reply("browser.signIn", SessionAPI.BrowserCookie(secret: "wb_x", seconds: 60))
    return edge
  }

  @Test("A trusted proxy names the user, and the first request creates the account")
  func user() throws {
    let edge = try edge(trusting)
    for name in ["Remote-User: bea@x", "remote-user:   bea@x"] {
      #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: [name]).status == 200)
    }
    #expect(edge.service.calls("profile.get").map(\.meta.user) == ["bea@x", "bea@x"])
    // One lookup, and another one after the cache time.
    #expect(Set(edge.service.calls("account.open").map(\.meta.user)) == ["bea@x"])
    for (name, isStranger) in [("Remote-User: bea@x", false), ("Remote-User:", true)] {
      let visitor = try edge.send("GET", "/visitor", token: nil, fields: [name])
      #expect(visitor.json?["isStranger"] as? Bool == isStranger)
    }
    // `Authorization` takes precedence, and an empty user field is ignored.
    #expect(try edge.send("GET", "/api/v1/profile", token: "wm_bad", fields: ["Remote-User: bea"]).status == 401)
    #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: ["Remote-User:"]).status == 401)
  }

  @Test(
    "Ignores the user field of other peers, and all other fields",
    arguments: [
      [:], ["WAYMARK_USER_HEADER": "Remote-User"],
      ["WAYMARK_USER_HEADER": "Remote-User", "WAYMARK_TRUSTED_PROXIES": "127.0.0.1,10.0.0.0/8 ::1"],
      ["WAYMARK_TRUSTED_PROXIES": "unix"],
    ] as [[String: String]])
  func others(settings: [String: String]) throws {
    let edge = try edge(settings)
    let fields = ["Remote-User: bea", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-User: bea", "X-Remote-User: bea"]
    #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: fields).status == 401)
    let twice = ["Remote-User: bea", "Remote-User: eve"]
    #expect(try edge.send("GET", "/api/v1/profile", fields: twice).status == 200)
    #expect(edge.service.calls("profile.get").map(\.meta.user) == ["ada"])
    #expect(edge.service.calls("account.open").isEmpty)
  }

  @Test("Rejects a duplicate or invalid user name")
  func illegal() throws {
    let edge = try edge(trusting)
    let twice = ["Remote-User: bea", "Remote-User: bea"]
    #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: twice).status == 400)
    for name in ["a b", "bea,eve", "béa", String(repeating: "x", count: 129), "\"bea\"", "bea/eve"] {
      let response = try edge.send("GET", "/api/v1/profile", token: nil, fields: ["Remote-User: \(name)"])
      #expect(response.status == 401 && response.fields["set-cookie"] == nil, "\(name)")
    }
    #expect(edge.service.calls("profile.get").isEmpty)
  }

  @Test("A write from a page needs X-Requested-With, a write from a program does not")
  func pages() throws {
    let edge = try edge(trusting)
    let named = "Remote-User: bea"
    func delete(_ fields: String...) throws -> Int {
      try edge.send("DELETE", "/api/v1/heroes/a", token: nil, fields: [named] + fields).status
    }
    #expect(try delete() == 204)
    #expect(try delete("Origin: https://evil.example") == 403)
    #expect(try delete("Origin: null") == 403)
    #expect(try delete("Sec-Fetch-Site: cross-site") == 403)
    #expect(try delete("Origin: https://ours.example", "X-Requested-With: waymark") == 204)
  }

  @Test("A request that names another user is rejected, a request that names the signed-in one is not")
  func otherUser() throws {
    let edge = try edge(trusting)
    func status(_ verb: String, _ path: String, _ names: String...) throws -> Int {
      let fields = names.map { "X-Waymark-User: \($0)" } + ["X-Requested-With: waymark", "Remote-User: bea"]
      return try edge.send(verb, path, token: nil, fields: fields).status
    }
    let (read, write) = ("/api/v1/profile", "/api/v1/heroes/a")
    #expect(try status("GET", read, "bea") == 200 && status("DELETE", write, "bea") == 204)
    for other in ["eve", "Bea", "be", "bea2", ""] {
      #expect(try status("GET", read, other) == 412 && status("DELETE", write, other) == 412, "\(other)")
    }
    #expect(edge.service.calls("profile.get").count == 1 && edge.service.calls("hero.delete").count == 1)
    // Credentials that are sent explicitly belong to the sender.
    #expect(try edge.send("GET", read, fields: ["X-Waymark-User: eve"]).status == 200)
  }

  @Test("The cookie is Secure if a trusted proxy or the public URL reports https")
  func secure() throws {
    func isSecure(_ settings: [String: String], _ fields: [String]) throws -> Bool? {
      let response = try edge(settings).send(
        "POST", "/api/v1/session", token: nil, fields: fields, body: #"{"code":"x"}"#)
      return response.fields["set-cookie"]?.hasSuffix("; Secure")
    }
    let https = ["X-Forwarded-Proto: https"]
    #expect(try isSecure(trusting, https) == true)
    #expect(try isSecure(trusting, ["X-Forwarded-Proto: http"]) == false)
    #expect(try isSecure(trusting, ["X-Forwarded-Proto: https, http"]) == false)
    #expect(try isSecure(trusting, []) == false)
    #expect(try isSecure([:], https) == false)
    #expect(try isSecure(["WAYMARK_PUBLIC_URL": "https://example.org"], []) == true)
    #expect(try isSecure(["WAYMARK_PUBLIC_URL": "http://example.org"], []) == false)
  }

  @Test("With a path in the public URL, everything is below that path")
  func path() throws {
    let edge = try edge(["WAYMARK_PUBLIC_URL": "https://example.org/way"])
    #expect(try edge.send("GET", "/way/api/v1/profile").status == 200)
    #expect(try edge.send("GET", "/way/", token: nil).fields["content-type"]?.hasPrefix("text/html") == true)
    let moved = try edge.send("GET", "/way", token: nil)
    #expect(moved.status == 308 && moved.fields["location"] == "https://example.org/way/")
    #expect(try edge.send("GET", "/wayward/api/v1/profile").status == 404)
    #expect(try edge.send("GET", "/way/way/api/v1/profile").status == 404)
    // A proxy may have stripped the path.
    #expect(try edge.send("GET", "/api/v1/profile").status == 200)
    let signedIn = try edge.send("POST", "/way/api/v1/session", token: nil, body: #"{"code":"x"}"#)
    #expect(signedIn.fields["set-cookie"]?.contains("; Path=/way; ") == true)
    let servers = try edge.send("GET", "/way/openapi.json", token: nil).json?["servers"] as? [[String: String]]
    #expect(servers == [["url": "https://example.org/way"]])
  }

  @Test("Links use the public URL, or else the requested host")
  func links() throws {
    func base(_ settings: [String: String], _ fields: [String]) throws -> String {
      let edge = try edge(settings)
      // The head exists only while the request is in flight.
      let isAsked = DispatchSemaphore(value: 0)
      edge.service.on("profile.get") { _ in
        isAsked.signal()
        return nil
      }
      let client = try edge.connect()
      let lines = ["GET /api/v1/profile HTTP/1.1", "Host: box:80", "Authorization: Bearer wm_rw"] + fields + ["", ""]
      try client.write(lines.joined(separator: "\r\n"))
      #expect(isAsked.wait(timeout: .now() + 30) == .success)
      return edge.inspect { edge in edge.connections.all.first.map { edge.publicBase($0) } ?? "" }
    }
    let said = ["X-Forwarded-Proto: https", "X-Forwarded-Host: out.example"]
    #expect(try base(trusting, said) == "https://out.example")
    #expect(try base(trusting, ["X-Forwarded-Host: a b/c"]) == "http://box:80")
    #expect(try base([:], said) == "http://box:80")
    #expect(try base(["WAYMARK_PUBLIC_URL": "https://example.org/way/"], said) == "https://example.org/way")
  }
}
