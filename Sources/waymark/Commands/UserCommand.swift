import API
import Chronology
import Domain
import Glibc
import JSON
import Operations
import Proto
import Service
import SessionSvc

/// `waymark user`: lists and deletes users.
enum UserCommand {
  static let choices = ["list", "delete"] + PersonCommands.names

  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    switch words.first {
    case "list":
      try invocation.arguments.expectWords(1...1)
      try invocation.arguments.expectFlags()
      let admins = Set(invocation.settings.admins)
      let users = try JournalAccess.withAccounts(invocation.settings) { try await $0.list(admins: admins) }
      Output.print(invocation.arguments.asJSON ? json(users) : table(users))
    case "delete":
      try invocation.arguments.expectWords(2...2)
      try delete(words[1], isSure: invocation.arguments.switches.contains("yes"), invocation.settings)
    case let name? where PersonCommands.names.contains(name): try PersonCommands.run(name, invocation)
    default: throw UsageFailure("needs one of \(choices.joined(separator: ", "))")
    }
    return 0
  }

  private static func delete(_ user: String, isSure: Bool, _ settings: Settings) throws {
    guard let found = try JournalAccess.withAccounts(settings, { try await $0.summary(of: user) }) else {
      throw CommandFailure("there is no user '\(user)'; 'waymark user list' shows all users")
    }
    if !isSure {
      Output.prompt("This permanently deletes '\(user)' with \(found.events) events. Type the name again: ")
      guard let name = readLine() else { throw UsageFailure("delete needs the name again on standard input, or --yes") }
      guard name == user else { throw CommandFailure("the names differ; nothing was deleted") }
    }
    do {
      try LoopRunner.run { loop in
        let client = Client<SessionAPI>(
          loop: loop, path: settings.socketPath(SessionAPI.service), build: Build.version)
        let meta = CallMeta(user: user, deadline: ServiceCall.patienceMilliseconds)
        _ = try await client.call(SessionAPI.DeleteAccount(), meta: meta)
      }
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, SessionAPI.service, settings)
    }
  }

  private static func table(_ users: [AccountList.Summary]) -> String {
    let rows = users.map { user in
      [
        user.user, user.role.rawValue, user.state.rawValue, Self.credentials(of: user), "\(user.events)",
        "\(user.bytes)", user.createdAt?.description ?? "not yet",
        user.lastActivityAt?.description ?? "never",
      ]
    }
    return TextTable.text([["USER", "ROLE", "STATE", "SIGN-IN", "EVENTS", "BYTES", "CREATED", "LAST ACTIVITY"]] + rows)
  }

  private static func credentials(of user: AccountList.Summary) -> String {
    var found = user.hasPassword ? ["password"] : []
    if user.passkeys > 0 { found.append(user.passkeys == 1 ? "1 passkey" : "\(user.passkeys) passkeys") }
    if user.links > 0 { found.append(user.links == 1 ? "1 link" : "\(user.links) links") }
    return found.isEmpty ? "none" : found.joined(separator: ", ")
  }

  private static func json(_ users: [AccountList.Summary]) -> String {
    let items = users.map { user -> JSONValue in
      [
        "user": .text(user.user), "role": .text(user.role.rawValue), "state": .text(user.state.rawValue),
        "hasPassword": .bool(user.hasPassword), "passkeys": .integer(user.passkeys), "links": .integer(user.links),
        "events": .integer(user.events), "bytes": .integer(user.bytes),
        "createdAt": .optional(user.createdAt?.description),
        "lastActivity": .optional(user.lastActivityAt?.description),
      ]
    }
    return JSONValue.lines(items)
  }
}

extension Command {
  static let user = Command(
    name: "user",
    synopsis: """
      list | add U | invite [U] | password U | admin U | member U | disable U | enable U | link U | unlink U | delete U
      """,
    summary: "manages people: lists, invites, changes and deletes them",
    details: """
      list shows the role and state of each person, their events and the size of these in bytes, and the last activity:
      the last write or use of a token.
      add creates a person and prints a link with which they can sign in once, for seven days. invite prints a new link
      for a person, who may have lost the password, or without U an open link, whose guest chooses a user id.
      password reads the new password from the terminal or from standard input and ends the person's browser sessions.
      admin and member set the role; disable and enable decide whether the person may sign in.
      link lets a person sign in with the account at the OpenID Connect provider that has this subject; unlink removes
      that link, or without --subject all of them, and ends the sessions that signed in with it.
      For these the stack need not run.
      delete works like DELETE /account: it permanently deletes all data of the user in all services. It needs a running
      stack and asks for the name again.
      """,
    choices: UserCommand.choices,
    flags: [
      Flag("yes", "delete without asking, for scripts"), Flag("name", value: "N", "add: the display name"),
      Flag("admin", "add, invite: the person becomes an admin"),
      Flag("expires", value: "TIME", "invite: how long the link is valid (default 7d)"),
      Flag("subject", value: "S", "link, unlink: the id of the account at the provider"),
      Flag("issuer", value: "I", "link: the provider (default WAYMARK_OIDC_ISSUER)"), .json,
    ], run: UserCommand.run)
}
