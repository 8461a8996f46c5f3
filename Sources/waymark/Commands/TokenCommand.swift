import API
import Chronology
import Domain
import JSON
import Operations
import Proto
import Service
import SessionSvc

/// `waymark token`: writes access tokens directly to the database, so the stack need not run. A running stack accepts
/// them immediately.
enum TokenCommand {
  /// Longer than new tokens of a deleted user are rejected.
  private static let patienceMilliseconds = 15_000
  private static let pauseMilliseconds = 100

  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    switch words.first {
    case "create":
      try invocation.arguments.expectWords(1...1)
      try create(invocation)
    case "list":
      try invocation.arguments.expectWords(1...1)
      try invocation.arguments.expectFlags("user")
      try list(invocation)
    case "revoke":
      try invocation.arguments.expectWords(2...2)
      try invocation.arguments.expectFlags()
      try revoke(words[1], invocation.settings)
    default: throw UsageFailure("needs one of create, list, revoke")
    }
    return 0
  }

  private static func create(_ invocation: Invocation) throws {
    let values = invocation.arguments.values
    guard let user = values["user"] else { throw UsageFailure("create needs --user U") }
    let kind: TokenKind = invocation.arguments.switches.contains("device") ? .device : .token
    let scopes = (values["scope"] ?? "read,write").split(separator: ",").map(String.init)
    var expiresAt: Instant?
    if let text = values["expires"] {
      guard let seconds = TimeSpan.seconds(text) else {
        throw UsageFailure("--expires '\(text)' is not a duration; give for example 90d, 12h or 30m")
      }
      expiresAt = Instant.now + seconds
    }
    do {
      try Tokens.check(user: user, scopes: scopes, name: values["name"])
      let made = try JournalAccess.withTokens(invocation.settings, .writing) { [expiresAt] tokens in
        try await tokens.create(
          user: user, scopes: scopes, name: values["name"], kind: kind, expiresAt: expiresAt, now: Instant.now)
      }
      try waitUntilAccepted(made.token, invocation.settings)
      let json: JSONValue = ["token": .text(made.token), "id": .text(made.stored.id)]
      Output.print(invocation.arguments.asJSON ? json.json : made.token)
    } catch let rejection as Rejection {
      throw UsageFailure(rejection)
    }
  }

  /// Waits until a running stack accepts the token. It rejects tokens of a deleted user for some seconds.
  private static func waitUntilAccepted(_ token: String, _ settings: Settings) throws {
    let deadline = Clock.milliseconds + patienceMilliseconds
    try LoopRunner.run { loop in
      let client = Client<SessionAPI>(
        loop: loop, path: settings.socketPath(SessionAPI.service), build: Build.version)
      let call = SessionAPI.CheckTokens(hashes: Tokens.hash(of: token))
      while Clock.milliseconds < deadline {
        let meta = CallMeta(deadline: ServiceCall.patienceMilliseconds)
        guard let reply = try? await client.call(call, meta: meta), !reply.ended.isEmpty else { return }
        try await Task.sleep(for: .milliseconds(pauseMilliseconds))
      }
    }
  }

  private static func list(_ invocation: Invocation) throws {
    let user = invocation.arguments.values["user"]
    let all = try JournalAccess.withTokens(invocation.settings, .reading) { try await $0.list() }
    let tokens = all.filter { user == nil || $0.user == user }
    Output.print(invocation.arguments.asJSON ? json(tokens) : table(tokens))
  }

  private static func revoke(_ id: String, _ settings: Settings) throws {
    let wasFound = try JournalAccess.withTokens(settings, .writing) { try await $0.revoke(id: id, now: .now) }
    guard wasFound else { throw CommandFailure("there is no token '\(id)'; 'waymark token list' shows their ids") }
  }

  private static func state(_ token: StoredToken) -> String {
    if token.revokedAt != nil { return "revoked" }
    return token.isGood(at: Instant.now) ? "good" : "expired"
  }

  private static func table(_ tokens: [StoredToken]) -> String {
    let rows = tokens.map { token in
      [
        token.id, token.user, token.name ?? "", token.kind.rawValue, token.scopes.joined(separator: ","),
        token.createdAt.description, token.expiresAt?.description ?? "never", token.lastUsedAt?.description ?? "never",
        state(token),
      ]
    }
    return TextTable.text([["ID", "USER", "NAME", "KIND", "SCOPE", "CREATED", "EXPIRES", "LAST USED", "STATE"]] + rows)
  }

  private static func json(_ tokens: [StoredToken]) -> String {
    let items = tokens.map { token -> JSONValue in
      [
        "id": .text(token.id), "user": .text(token.user), "name": .optional(token.name),
        "kind": .text(token.kind.rawValue), "lastUsedAt": .optional(token.lastUsedAt?.description),
        "scopes": .list(token.scopes.map { .text($0) }), "createdAt": .text(token.createdAt.description),
        "expiresAt": .optional(token.expiresAt?.description), "revokedAt": .optional(token.revokedAt?.description),
        "state": .text(state(token)),
      ]
    }
    return JSONValue.lines(items)
  }
}

extension Command {
  static let token = Command(
    name: "token", synopsis: "create --user U | list [--user U] | revoke ID",
    summary: "manages access tokens for the API",
    details: """
      create prints only the token on standard output. It is shown once; only its hash is stored.
      list shows all tokens with the ids for revoke. A revoked token is rejected within a second.
      """,
    choices: ["create", "list", "revoke"],
    flags: [
      Flag("user", value: "U", "the user of the token"),
      Flag("scope", value: "LIST", "read, write or read,write (default read,write)"),
      Flag("expires", value: "TIME", "how long it is valid, such as 90d, 12h or 30m (default: no limit)"),
      Flag("name", value: "N", "the purpose, shown in lists"),
      Flag("device", "a token of 16 characters that is easy to type on an e-reader"), .json,
    ], run: TokenCommand.run)
}
