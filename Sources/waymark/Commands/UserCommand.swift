import API
import Chronology
import Glibc
import JSON
import Operations
import Proto
import Service
import SessionSvc

/// `waymark user`: lists and deletes users.
enum UserCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    switch words.first {
    case "list":
      try invocation.arguments.expectWords(1...1)
      try invocation.arguments.expectFlags()
      let users = try JournalAccess.withAccounts(invocation.settings) { try await $0.list() }
      Output.print(invocation.arguments.asJSON ? json(users) : table(users))
    case "delete":
      try invocation.arguments.expectWords(2...2)
      try delete(words[1], isSure: invocation.arguments.switches.contains("yes"), invocation.settings)
    default: throw UsageFailure("needs one of list, delete")
    }
    return 0
  }

  private static func delete(_ user: String, isSure: Bool, _ settings: Settings) throws {
    guard let found = try JournalAccess.withAccounts(settings, { try await $0.summary(of: user) }) else {
      throw CommandFailure("there is no user '\(user)'; 'waymark user list' shows all users")
    }
    if !isSure {
      Output.write(
        "This permanently deletes '\(user)' with \(found.events) events. Type the name again: ", to: STDERR_FILENO)
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
        user.user, "\(user.events)", "\(user.bytes)", user.createdAt?.description ?? "not yet",
        user.lastActivityAt?.description ?? "never",
      ]
    }
    return TextTable.text([["USER", "EVENTS", "BYTES", "CREATED", "LAST ACTIVITY"]] + rows)
  }

  private static func json(_ users: [AccountList.Summary]) -> String {
    let items = users.map { user -> JSONValue in
      [
        "user": .text(user.user), "events": .integer(user.events), "bytes": .integer(user.bytes),
        "createdAt": .optional(user.createdAt?.description),
        "lastActivity": .optional(user.lastActivityAt?.description),
      ]
    }
    return JSONValue.lines(items)
  }
}

extension Command {
  static let user = Command(
    name: "user", synopsis: "list | delete U", summary: "lists users, or deletes one with all their data",
    details: """
      list shows the events of each user, their size in bytes, and the last activity: the last write or use of a token.
      The stack need not run.
      delete works like DELETE /account: it permanently deletes all data of the user in all services. It needs a running
      stack and asks for the name again.
      """,
    choices: ["list", "delete"],
    flags: [Flag("yes", "delete without asking, for scripts"), .json], run: UserCommand.run)
}
