import API
import Chronology
import Domain
import JSON
import Proto
import Service
import SessionSvc
import Storage

/// Access tokens, written into the database itself: that needs no running stack, and holds at once where one runs.
enum TokenCommand {
  /// Longer than any user is refused after a deletion.
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
        throw UsageFailure("--expires '\(text)' is not a time such as 90d, 12h or 30m")
      }
      expiresAt = Instant.now + seconds
    }
    do {
      try Tokens.check(user: user, scopes: scopes, name: values["name"])
      let made = try with(invocation.settings) { [expiresAt] tokens in
        try await tokens.create(
          user: user, scopes: scopes, name: values["name"], kind: kind, expiresAt: expiresAt, now: Instant.now)
      }
      try waitUntilGood(made.token, invocation.settings)
      let json: JSONValue = ["token": .text(made.token), "id": .text(made.stored.id)]
      Output.print(invocation.arguments.asJSON ? json.json : made.token)
    } catch let rejection as Rejection {
      let reasons = rejection.violations.map { "\($0.field) \($0.message)" }
      throw UsageFailure(reasons.joined(separator: "; "))
    }
  }

  /// A user who was deleted a moment ago is refused for some seconds more. Where a stack runs, what is printed holds.
  private static func waitUntilGood(_ token: String, _ settings: Settings) throws {
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
    let all = try with(invocation.settings, reading: true) { try await $0.list() }
    let tokens = all.filter { user == nil || $0.user == user }
    Output.print(invocation.arguments.asJSON ? json(tokens) : table(tokens))
  }

  private static func revoke(_ id: String, _ settings: Settings) throws {
    guard try with(settings, { try await $0.revoke(id: id, now: Instant.now) }) else {
      throw CommandFailure("no token has the id '\(id)'; 'waymark token list' shows them")
    }
  }

  /// Opens the database for as long as `body` needs it. Only what runs the stack makes one where there is none, and a
  /// backup is read alone: one more row in it, and it is not what was written.
  static func with<Value: Sendable>(
    _ settings: Settings, creating: Bool = false, reading: Bool = false,
    _ body: @escaping @Sendable (Tokens) async throws -> Value
  ) throws -> Value {
    if reading { try MigrateCommand.checkUsable(settings) } else { try RestorePlace.checkUsable(settings) }
    let database = try reading ? JournalFile.inspect(settings) : JournalFile.open(settings, creating: creating)
    defer { database.close() }
    return try LoopRunner.run { _ in try await body(Tokens(database: database)) }
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
    return Output.table([["ID", "USER", "NAME", "KIND", "SCOPE", "CREATED", "EXPIRES", "LAST USED", "STATE"]] + rows)
  }

  private static func json(_ tokens: [StoredToken]) -> String {
    JSONValue.lines(
      tokens.map { token in
        [
          "id": .text(token.id), "user": .text(token.user), "name": .optional(token.name),
          "kind": .text(token.kind.rawValue), "lastUsedAt": .optional(token.lastUsedAt?.description),
          "scopes": .list(token.scopes.map { .text($0) }), "createdAt": .text(token.createdAt.description),
          "expiresAt": .optional(token.expiresAt?.description), "revokedAt": .optional(token.revokedAt?.description),
          "state": .text(state(token)),
        ]
      })
  }
}

extension Command {
  static let token = Command(
    name: "token", synopsis: "create --user U | list [--user U] | revoke ID",
    summary: "access tokens of the REST interface",
    details: """
      create prints the token alone on standard output; it is shown this once and kept as a hash only.
      list shows who has tokens, with the ids that revoke takes. A running stack follows within a second.
      """,
    choices: ["create", "list", "revoke"],
    flags: [
      Flag("user", value: "U", "whose token it is"),
      Flag("scope", value: "LIST", "read, write or read,write (default read,write)"),
      Flag("expires", value: "TIME", "how long it holds, such as 90d, 12h, 30m (default: for ever)"),
      Flag("name", value: "N", "what it is for, to tell it from others"),
      Flag("device", "sixteen characters that are easily typed, for an e-reader"), .json,
    ], run: TokenCommand.run)
}
