import API
import Foundation
import TestProvider
import Testing

extension SystemTests {
  /// Every call with every kind of credential.
  @Suite("Credentials")
  struct CredentialTableTests {
    private static let password = "correct horse battery"
    private static let key = SigningKey.rsa("r")
    private static let proxyHeader = "Remote-User"

    /// The calls that need an admin. Their writes also need a recent sign-in.
    private static let forAdmins: Set<String> = [
      "GET /people", "POST /people", "POST /people/{id}/invitation", "PATCH /people/{id}", "DELETE /people/{id}",
      "POST /invitations", "GET /invitations", "DELETE /invitations/{id}",
    ]

    /// The calls for which a browser needs a recent sign-in.
    private static let forFreshBrowsers: Set<String> = [
      "PUT /account/password", "DELETE /account/password", "POST /passkeys/options", "POST /passkeys",
      "DELETE /passkeys/{id}", "DELETE /session/links/{id}", "DELETE /account",
    ]

    /// Bodies that are rejected after the credentials, so that the call changes nothing.
    private static let bodies = [
      "PUT /account/password": #"{"password": "short"}"#, "POST /session/end-others": #"{"tokens": 5}"#,
      "POST /session/confirm": "{}", "DELETE /people/{id}": #"{"userId": "another"}"#,
    ]

    /// The calls that end the credential; they come last.
    private static let ending: Set<String> = ["DELETE /session", "DELETE /account"]

    /// The calls that sign in get nothing that signs in.
    private static let nothing = "{}"

    private struct Credential {
      var name: String
      var headers: [String: String]
      var isValid = true
      var isBearer = false
      var canWrite = true
      var isAdmin = false
      var isFresh = false
      var isSignedInWithToken = false

      /// Whether the request has a credential. A browser's ended cookie counts as none.
      var isSent: Bool { !headers.isEmpty && headers["Cookie"] == nil }

      /// The status if the credential is not enough; nil if it is.
      func rejection(_ endpoint: Endpoint) -> Int? {
        if endpoint.isForAnybody { return nil }
        if endpoint.hasOptionalCredentials { return isValid || !isSent ? nil : 401 }
        guard isValid else { return 401 }
        let call = CredentialTableTests.name(endpoint)
        let mayWrite = canWrite || endpoint.scope == .read
        let mayBrowse = !isBearer || !endpoint.needsBrowser
        guard mayWrite, mayBrowse else { return 403 }
        if CredentialTableTests.forAdmins.contains(call) {
          return isAdmin && !isSignedInWithToken && (isFresh || endpoint.verb == .get) ? nil : 403
        }
        return CredentialTableTests.forFreshBrowsers.contains(call) && !isBearer && !isFresh ? 403 : nil
      }
    }

    private static func name(_ endpoint: Endpoint) -> String { "\(endpoint.verb.text) \(endpoint.path)" }

    private func bearer(_ token: String?) throws -> [String: String] {
      ["Authorization": "Bearer \(try #require(token))"]
    }

    private func signIn(_ stack: Stack, _ body: String) throws -> [String: String] {
      let browser = CookieClient(stack)
      let response = try browser.send("POST", "/session", body)
      #expect(response.status == 204, "\(response.text)")
      return browser.cookie.merging(CookieClient.ours) { $1 }
    }

    /// Adds a person with a password.
    private func add(_ user: String, _ stack: Stack, isAdmin: Bool = false) throws {
      let added = try stack.command("user", "add", user)
      let code = try #require(added.output.split(whereSeparator: { "=\n".contains($0) }).last)
      let body = #"{"code": "\#(code)", "password": "\#(Self.password)"}"#
      #expect(try CookieClient(stack).send("POST", "/session/invitation", body).status == 204, "\(added)")
      if isAdmin { #expect(try stack.command("user", "admin", user).code == 0) }
    }

    /// The credentials of one person, named after the role.
    private func credentials(_ user: String, _ stack: Stack, isAdmin: Bool = false) throws -> [Credential] {
      let own = #"{"userId": "\#(user)", "password": "\#(Self.password)"}"#
      let token = try bearer(stack.client(user: user).token)
      let secret = try #require(stack.client(user: user).token)
      let until = Int(Date().timeIntervalSince1970) + 3_600
      let jwt = try bearer(Self.key.token(#"{"sub": "\#(user)", "exp": \#(until)}"#))
      let reader = try bearer(stack.client(user: user, scope: "read").token)
      var all = [
        Credential(name: "token", headers: token, isBearer: true),
        Credential(name: "token for reading", headers: reader, isBearer: true, canWrite: false),
        Credential(name: "JWT", headers: jwt, isBearer: true),
        Credential(name: "proxy", headers: [Self.proxyHeader: user].merging(CookieClient.ours) { $1 }, isFresh: true),
        Credential(name: "fresh session", headers: try signIn(stack, own), isFresh: true),
        Credential(
          name: "session of a token", headers: try signIn(stack, #"{"token": "\#(secret)"}"#), isSignedInWithToken: true
        ),
      ]
      for index in all.indices {
        all[index].name = "\(user): \(all[index].name)"
        all[index].isAdmin = isAdmin
      }
      return all
    }

    private func send(_ endpoint: Endpoint, _ credential: Credential, _ stack: Stack) throws -> Response {
      let path = endpoint.path.split(separator: "/").map { $0.hasPrefix("{") ? "nobody" : $0 }.joined(separator: "/")
      let example = endpoint.isForAnybody ? Self.nothing : endpoint.example ?? "{}"
      let body = Self.bodies[Self.name(endpoint)] ?? (endpoint.takesBody ? example : nil)
      let client = HTTPClient(port: stack.port, token: nil)
      return try client.send(endpoint.verb.text, "/api/v1/" + path, body, headers: credential.headers)
    }

    private func check(_ endpoint: Endpoint, _ credential: Credential, _ stack: Stack) throws {
      let status = try send(endpoint, credential, stack).status
      let call = "\(Self.name(endpoint)) with \(credential.name)"
      if let rejection = credential.rejection(endpoint) {
        #expect(status == rejection, "\(call)")
      } else {
        #expect(status != 401 && status != 403 && status < 500, "\(call): \(status)")
      }
    }

    @Test("Each call accepts and rejects exactly the credentials that its description names")
    func table() throws {
      let provider = try ProviderServer(key: Self.key)
      let folder = try TemporaryFolder()
      let keys = try folder.file("keys.json")
      keys.handle.write(Data(#"{"keys": [\#(Self.key.webKey())]}"#.utf8))
      let environment = [
        "WAYMARK_JWT_KEYS": keys.path, "WAYMARK_USER_HEADER": Self.proxyHeader,
        "WAYMARK_TRUSTED_PROXIES": "127.0.0.0/8", "WAYMARK_PUBLIC_URL": "http://localhost",
        "WAYMARK_OIDC_ISSUER": provider.provider.issuer, "WAYMARK_OIDC_CLIENT_ID": TestProvider.clientID,
      ]
      var stack = try Stack(folder: folder, environment: environment)
      for user in ["kim", "ada", "dan"] { try add(user, stack, isAdmin: user == "kim") }
      var stale = try credentials("kim", stack, isAdmin: true) + credentials("ada", stack)
      stale = stale.filter { $0.name.hasSuffix("fresh session") }
      for index in stale.indices {
        stale[index].name = stale[index].name.replacingOccurrences(of: "fresh", with: "old")
        stale[index].isFresh = false
      }
      stack.stop()
      let data = stack.data
      let old = "UPDATE tokens SET signed_in_at = signed_in_at - 3600, confirmed_at = confirmed_at - 3600"
      try DatabaseEdit.run(old, on: data + "/journal.sqlite")
      stack = try Stack(data: data, environment: environment)
      let own = try credentials("kim", stack, isAdmin: true) + credentials("ada", stack)
      var disabled = try credentials("dan", stack).filter { !$0.name.hasSuffix("for reading") }
      for index in disabled.indices { disabled[index].isValid = false }
      #expect(try stack.command("user", "disable", "dan").code == 0)
      let wrong = Credential(name: "a wrong token", headers: try bearer("wm_x"), isValid: false)
      let invalid = [Credential(name: "nothing", headers: [:], isValid: false), wrong] + disabled
      try eventually("the disabled person is rejected") {
        try disabled.allSatisfy { credential in
          try HTTPClient(port: stack.port, token: nil).get("/api/v1/profile", headers: credential.headers).status == 401
        }
      }
      var tried = 0
      for endpoint in Endpoints.all {
        // A callback without an attempt counts as a wrong sign-in, so it is tried once.
        let all = endpoint.isForAnybody ? [invalid[0]] : invalid + stale + own
        for credential in all {
          let isAccepted = credential.rejection(endpoint) == nil
          if isAccepted, Self.ending.contains(Self.name(endpoint)) { continue }
          // An accepted stream does not end.
          if isAccepted, case .events = endpoint.success { continue }
          try check(endpoint, credential, stack)
          tried += 1
        }
      }
      #expect(tried > Endpoints.all.count * 10)
      for call in Self.ending.sorted(by: >) {
        let endpoint = try #require(Endpoints.all.first { Self.name($0) == call })
        let browsers = own.filter { !$0.isBearer && $0.rejection(endpoint) == nil && $0.name.hasPrefix("ada") }
        for credential in browsers.prefix(call == "DELETE /session" ? 2 : 1) { try check(endpoint, credential, stack) }
      }
    }
  }
}
