import Crypto
import ForeignServer
import Foundation
import Programs
import TestProvider
import Testing

extension SystemTests {
  @Suite("Secrets")
  struct SecretsTests {
    private static let key = SigningKey.rsa("r")
    private static let password = "correct horse battery staple"
    private static let newPassword = "another horse battery staple"
    private static let adminPassword = "the first admin of this server"

    /// Every secret that was used, by the name of its kind.
    private final class Used {
      var list: [(name: String, text: String)] = []

      @discardableResult
      func add(_ name: String, _ text: String?) throws -> String {
        let text = try #require(text, "\(name)")
        try #require(text.utf8.count >= 8, "\(name): \(text)")
        list.append((name, text))
        return text
      }
    }

    private func code(in text: String) throws -> String {
      let words = text.split { "=\n\"".contains($0) }
      return try #require(words.last { $0.count > 20 }.map(String.init), "\(text)")
    }

    /// Uses every way to sign in, and keeps the secrets.
    private func signIn(_ stack: Stack, _ provider: TestProvider, _ used: Used) throws {
      let browser = CookieClient(stack)
      let first = #"{"userId": "root", "password": "\#(Self.adminPassword)"}"#
      #expect(try browser.send("POST", "/session", first).status == 204)
      try used.add("cookie of a password", browser["waymark"])
      let added = try browser.send("POST", "/people", #"{"userId": "ada"}"#)
      let invitation = try used.add("invitation", code(in: added.object["invitation"].map { "\($0)" } ?? ""))
      let open = try browser.send("POST", "/invitations", "{}")
      try used.add("open invitation", open.object.text("url")?.components(separatedBy: "=").last)
      let ada = CookieClient(stack)
      let accept = #"{"code": "\#(invitation)", "password": "\#(Self.password)"}"#
      #expect(try ada.send("POST", "/session/invitation", accept).status == 204)
      try used.add("cookie of an invitation", ada["waymark"])
      let change = #"{"currentPassword": "\#(Self.password)", "password": "\#(Self.newPassword)"}"#
      #expect(try ada.send("PUT", "/account/password", change).status == 204)
      #expect(try ada.send("POST", "/session/confirm", #"{"password": "\#(Self.newPassword)"}"#).status == 204)
      let token = try used.add("token", ada.send("POST", "/tokens", #"{"name": "Phone"}"#).object.text("token"))
      try used.add("device", ada.send("POST", "/tokens", #"{"name": "R", "kind": "device"}"#).object.text("token"))
      let link = try stack.command("sign-in", "--user", "ada")
      let linked = try used.add("sign-in code", code(in: link.output))
      let other = CookieClient(stack)
      #expect(try other.send("POST", "/session", #"{"code": "\#(linked)"}"#).status == 204)
      try used.add("cookie of a link", other["waymark"])
      #expect(try other.send("POST", "/session", #"{"token": "\#(token)"}"#).status == 204)
      try used.add("cookie of a token", other["waymark"])
      #expect(try CookieClient(stack).send("POST", "/session", #"{"token": "wm_a-wrong-token"}"#).status == 401)
      try used.add("wrong token", "wm_a-wrong-token")
      let device = PasskeyDevice(origin: "http://localhost", site: "localhost")
      #expect(try device.add(to: ada).status == 201)
      let proof = try device.proof(for: other)
      try used.add("challenge of a passkey", other["waymark_passkey"])
      #expect(try other.send("POST", "/session/passkey", proof).status == 204)
      try signInWithProvider(stack, provider, used, ada)
    }

    private func signInWithProvider(
      _ stack: Stack, _ provider: TestProvider, _ used: Used, _ ada: CookieClient
    ) throws {
      let kim = CookieClient(stack)
      let begun = try kim.send("GET", "/session/oidc")
      try used.add("attempt", kim["waymark_oidc"])
      let query = provider.authorize(try #require(begun.headers["location"]))
      try used.add("state", query.first { $0.0 == "state" }?.1)
      let end = try kim.callback(query)
      #expect(end.headers["location"] == "http://localhost/", "\(end.text)")
      try used.add("cookie of the provider", kim["waymark"])
      let verifier = try used.add("verifier of an app", Base64URL.encode([UInt8](repeating: 7, count: 32)))
      let challenge = Base64URL.encode(SHA256.hash(verifier))
      let app = #"{"app": "waymark://signed-in", "codeChallenge": "\#(challenge)"}"#
      let place = try ada.send("POST", "/session/app", app)
      let appCode = try used.add("code of an app", place.object.text("url")?.components(separatedBy: "code=").last)
      let exchange = #"{"code": "\#(appCode)", "codeVerifier": "\#(verifier)", "name": "App"}"#
      let made = try CookieClient(stack).send("POST", "/session", exchange)
      #expect(made.status == 201, "\(made.text)")
      try used.add("token of an app", made.object.text("token"))
      // The sealed ID token is kept for signing out at the provider.
      #expect(try kim.send("GET", "/session").object.text("method") == "oidc")
      try used.add("access token", "access-token")
      try used.add("start of each ID token", "eyJhbGciOi")
      try used.add("code of the provider", query.first { $0.0 == "code" }?.1)
    }

    /// Uses the connectors, a connection and a webhook, and keeps the secrets.
    private func connect(_ stack: Stack, _ used: Used) throws {
      let owner = try stack.client(user: "ada")
      try used.add("token of the command", owner.token)
      let device = try Device(owner, name: "ada")
      try used.add("device token", device.token)
      try used.add("key of a reader", MD5.hex([UInt8](device.token.utf8)))
      #expect(try device.push("d1", 0.5).status == 200)
      #expect(try device.dav("PUT", "/note.txt", Array("a note".utf8)).status == 201)
      #expect(try device.client.get("/koinsight/\(device.token)/api/plugin/health").status == 200)
      let wrong = try used.add("wrong device token", "AAAAA-BBBBB-CCCCC-DDDDD")
      #expect(try device.client.get("/koinsight/\(wrong)/api/plugin/health").status == 401)
      #expect(try device.client.get("/listenbrainz/1/validate-token?token=\(device.token)").status == 200)
      let signedIn = try device.client.post("/gpodder/api/2/auth/ada/login.json", "", headers: device.basic)
      let cookie = signedIn.headers["set-cookie"]?.split { "=;".contains($0) }.dropFirst().first
      try used.add("cookie of a podcast player", cookie.map(String.init))
      let books = ForeignBooks()
      let library = ForeignServer { books.respond(to: $0) }
      for (secret, status) in [("a-wrong-key-of-books", 422), (ForeignBooks.secret, 201)] {
        try used.add("key of a connection", secret)
        let body = #"{"kind": "audiobookshelf", "url": "\#(library.url)", "secret": "\#(secret)"}"#
        #expect(try owner.post("/api/v1/connections", body).status == status)
      }
      let receiver = ForeignServer()
      let hook = try owner.post("/api/v1/webhooks", #"{"url": "\#(receiver.url)/hook", "events": ["*"]}"#)
      try used.add("secret of a webhook", hook.object.text("secret").map { String($0.dropFirst(6)) })
      let id = try #require(hook.object.text("id"))
      #expect(try owner.send("POST", "/api/v1/webhooks/\(id)/test", nil).status == 200)
      #expect(receiver.requests.count == 1)
    }

    /// Returns the files below a folder, with their bytes. Sockets have none.
    private func files(_ folder: String) throws -> [(path: String, bytes: Data)] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { name in
        let path = folder + "/" + name
        let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return kind == .typeRegular ? (path, try Data(contentsOf: URL(fileURLWithPath: path))) : nil
      }
    }

    @Test("No secret is in a database, a log, an export, a backup or the arguments of a process")
    func nowhere() throws {
      let server = try ProviderServer(key: Self.key)
      let used = Used()
      let sealing = try used.add("secret key", Data((0..<32).map { UInt8($0) * 7 }).base64EncodedString())
      try used.add("first admin's password", Self.adminPassword)
      try used.add("password", Self.password)
      try used.add("new password", Self.newPassword)
      try used.add("client secret", TestProvider.secret)
      let stack = try Stack(environment: [
        "WAYMARK_SECRET_KEY": sealing, "WAYMARK_ADMIN_USER": "root", "WAYMARK_ADMIN_PASSWORD": Self.adminPassword,
        "WAYMARK_PUBLIC_URL": "http://localhost", "WAYMARK_OIDC_ISSUER": server.provider.issuer,
        "WAYMARK_OIDC_CLIENT_ID": TestProvider.clientID, "WAYMARK_OIDC_CLIENT_SECRET": TestProvider.secret,
        "WAYMARK_OIDC_LOGOUT": "provider", "WAYMARK_LOG_LEVEL": "debug",
      ])
      try signIn(stack, server.provider, used)
      try connect(stack, used)
      #expect(server.provider.problems == [])
      let processes = try stack.children() + [stack.program.pid]
      var places: [(path: String, bytes: Data)] = try processes.map { pid in
        ("the arguments of \(pid)", try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/cmdline")))
      }
      for user in ["ada", "root", "kim"] {
        let export = try stack.client(user: user).get("/api/v1/account/export")
        #expect(export.status == 200 && export.body.count > 200)
        places.append(("the export of \(user)", Data(export.body)))
      }
      let copy = stack.folder.path + "/copy"
      let copied = try stack.command("backup", copy)
      #expect(copied.code == 0, "\(copied.errors)")
      // While the stack runs, its write-ahead log has the newest pages.
      places += try files(stack.data) + files(copy)
      #expect(stack.stop() == 0)
      places += try files(stack.data).map { ("\($0.path), stopped", $0.bytes) }
      places.append(("the log", Data(stack.log.utf8)))
      #expect(places.contains { $0.path.hasSuffix("journal.sqlite-wal") && !$0.bytes.isEmpty })
      for place in places {
        for secret in used.list where place.bytes.range(of: Data(secret.text.utf8)) != nil {
          Issue.record("\(place.path) contains the \(secret.name)")
        }
      }
      #expect(places.count > 20 && used.list.count > 30)
    }
  }
}
