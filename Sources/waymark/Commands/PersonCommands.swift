import Domain
import Glibc
import Operations
import Proto
import Service
import SessionSvc

/// The parts of `waymark user` that manage people. They write to the database, so the stack need not run.
enum PersonCommands {
  static let names = ["add", "invite", "password", "admin", "member", "disable", "enable", "link", "unlink"]

  static func run(_ name: String, _ invocation: Invocation) throws {
    let (arguments, settings) = (invocation.arguments, invocation.settings)
    try arguments.expectWords(name == "invite" ? 1...2 : 2...2)
    let user = arguments.words.dropFirst().first
    do {
      switch (name, user) {
      case ("add", let user?): try add(user, arguments, settings)
      case ("invite", let user): try invite(user, arguments, settings)
      case ("password", let user?): try setPassword(of: user, settings)
      case ("admin", let user?): try change(settings) { try await $0.set(PersonRole.admin, of: user) }
      case ("member", let user?): try change(settings) { try await $0.set(PersonRole.member, of: user) }
      case ("disable", let user?): try change(settings) { try await $0.set(PersonState.disabled, of: user) }
      case ("enable", let user?): try change(settings) { try await $0.set(PersonState.active, of: user) }
      case ("link", let user?): try link(user, arguments, settings)
      case ("unlink", let user?):
        let subject = arguments.values["subject"]
        try change(settings) { try await $0.unlink(user, subject: subject) }
      default: throw UsageFailure("unknown subcommand '\(name)'")
      }
    } catch let rejection as Rejection {
      throw UsageFailure(rejection)
    } catch let fault as Fault {
      throw CommandFailure(fault.message)
    }
  }

  private static func change(
    _ settings: Settings, _ body: @escaping @Sendable (People) async throws -> Void
  ) throws {
    try JournalAccess.withPeople(settings, .writing, body)
  }

  private static func add(_ user: String, _ arguments: Arguments, _ settings: Settings) throws {
    let (name, role) = (arguments.values["name"], role(arguments))
    let base = try SignInLink.base(settings)
    let made = try JournalAccess.withPeople(settings) { try await $0.add(user, displayName: name, role: role) }
    Output.print(PersonLink.invitation(made.code, at: base))
  }

  private static func invite(_ user: String?, _ arguments: Arguments, _ settings: Settings) throws {
    let role = role(arguments)
    guard user == nil || role == .member else {
      throw UsageFailure("--admin is for open links; 'waymark user admin U' changes a person's role")
    }
    var seconds = PersonRules.invitationSeconds
    if let text = arguments.values["expires"] {
      guard let span = TimeSpan.seconds(text) else {
        throw UsageFailure("--expires '\(text)' is not a duration; give for example 7d or 12h")
      }
      seconds = span
    }
    let base = try SignInLink.base(settings)
    let made = try JournalAccess.withPeople(settings) { [seconds] people in
      try await people.invite(user, role: role, seconds: seconds)
    }
    Output.print(PersonLink.invitation(made.code, at: base))
  }

  private static func link(_ user: String, _ arguments: Arguments, _ settings: Settings) throws {
    guard let subject = arguments.values["subject"] else { throw UsageFailure("link needs --subject") }
    guard let issuer = arguments.values["issuer"] ?? settings.provider?.issuer else {
      throw UsageFailure("link needs --issuer, because WAYMARK_OIDC_ISSUER is not set")
    }
    guard ProviderSettings.isIssuer(issuer) else { throw UsageFailure("--issuer '\(issuer)' is not an https address") }
    try change(settings) { try await $0.link(user, issuer: issuer, subject: subject) }
  }

  private static func role(_ arguments: Arguments) -> PersonRole {
    arguments.switches.contains("admin") ? .admin : .member
  }

  private static func setPassword(of user: String, _ settings: Settings) throws {
    let password = try Terminal.password(for: user)
    try change(settings) { try await $0.setPassword(password, of: user) }
  }
}

/// Reads a password from the terminal without showing it, or from standard input.
enum Terminal {
  static func password(for user: String) throws -> String {
    guard isatty(STDIN_FILENO) != 0 else {
      guard let line = readLine() else { throw UsageFailure("password needs the password on standard input") }
      return line
    }
    let first = try hidden("New password of '\(user)': ")
    guard try hidden("Again: ") == first else { throw CommandFailure("the passwords differ; nothing was changed") }
    return first
  }

  private static func hidden(_ prompt: String) throws -> String {
    Output.write(prompt, to: STDERR_FILENO)
    var known = termios()
    let isKnown = tcgetattr(STDIN_FILENO, &known) == 0
    var quiet = known
    quiet.c_lflag &= ~tcflag_t(ECHO)
    if isKnown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) }
    defer {
      if isKnown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &known) }
      Output.write("\n", to: STDERR_FILENO)
    }
    guard let line = readLine() else { throw CommandFailure("no password was given") }
    return line
  }
}
