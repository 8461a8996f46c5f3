import Chronology
import Domain
import JSON
import Service
import SessionSvc

/// A link that signs a browser in, written into the database itself: that needs no running stack, and holds at once
/// where one runs.
enum SignInCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    guard let user = invocation.arguments.values["user"] else { throw UsageFailure("needs --user U") }
    do {
      try Tokens.check(user: user, scopes: TokenRules.scopes, name: nil)
      let base = try base(settings)
      let now = Instant.now
      let code = try TokenCommand.with(settings) { try await $0.createCode(user: user, now: now) }
      let link = link(base, code)
      let expiresAt = (now + TokenRules.codeSeconds).description
      let json: JSONValue = ["url": .text(link), "user": .text(user), "expiresAt": .text(expiresAt)]
      Output.print(invocation.arguments.asJSON ? json.json : link)
    } catch let rejection as Rejection {
      throw UsageFailure(rejection.violations.map { "\($0.field) \($0.message)" }.joined(separator: "; "))
    }
    return 0
  }

  /// What stands behind the `#` goes to no server, and so into no log.
  static func link(_ base: String, _ code: String) -> String { "\(base)/#code=\(code)" }

  /// Where a browser on this machine finds the edge, if no public address is set.
  static func base(_ settings: Settings, at address: ListenAddress? = nil) throws -> String {
    if let url = settings.publicURL { return url.description }
    var address = address ?? running(settings) ?? settings.listen
    guard address.port != 0 else {
      throw CommandFailure("the port is not known before the stack runs; start it, or give --listen HOST:PORT")
    }
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    return "http://\(address)"
  }

  private static func running(_ settings: Settings) -> ListenAddress? {
    guard let text = try? Files.read(settings.addressPath) else { return nil }
    return try? ListenAddress(parsing: String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}

extension Command {
  static let signIn = Command(
    name: "sign-in", synopsis: "--user U", summary: "a link that signs a browser in, once",
    details: """
      The link is good once, for ten minutes, with the stack running or not. It leads to WAYMARK_PUBLIC_URL, or else to
      where the stack of this data listens, or to --listen.
      """,
    flags: [Flag("user", value: "U", "who is signed in"), .json], run: SignInCommand.run)
}
