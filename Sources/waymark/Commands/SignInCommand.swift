import Chronology
import Domain
import JSON
import Operations
import Service
import SessionSvc

enum SignInCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    guard let user = invocation.arguments.values["user"] else { throw UsageFailure("needs --user U") }
    do throws(Rejection) {
      try Tokens.check(user: user, scopes: TokenRules.scopes, name: nil)
    } catch {
      throw UsageFailure(error)
    }
    let base = try SignInLink.base(settings)
    let expiresAt = Instant.now + TokenRules.codeSeconds
    let link = SignInLink.url(base, try SignInLink.code(settings, user: user))
    Output.print(invocation.arguments.asJSON ? json(link, user, expiresAt) : link)
    return 0
  }

  private static func json(_ link: String, _ user: String, _ expiresAt: Instant) -> String {
    let json: JSONValue = ["url": .text(link), "user": .text(user), "expiresAt": .text(expiresAt.description)]
    return json.json
  }
}

extension Command {
  static let signIn = Command(
    name: "sign-in", synopsis: "--user U", summary: "prints a link that signs a browser in, once",
    details: """
      The link works once, for ten minutes. The stack need not run. The link uses WAYMARK_PUBLIC_URL if it is set,
      otherwise the address of the running stack, otherwise --listen.
      """,
    flags: [Flag("user", value: "U", "the user to sign in"), .json], run: SignInCommand.run)
}
