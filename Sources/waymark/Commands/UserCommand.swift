import API
import Chronology
import Glibc
import JSON
import Proto
import Service
import SessionSvc
import Storage

/// Who there is, and how one of them is deleted with all that is held.
enum UserCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    switch words.first {
    case "list":
      try invocation.arguments.expectWords(1...1)
      try invocation.arguments.expectFlags()
      let users = try with(invocation.settings) { try await $0.list() }
      Output.print(invocation.arguments.asJSON ? json(users) : table(users))
    case "delete":
      try invocation.arguments.expectWords(2...2)
      try delete(words[1], isSure: invocation.arguments.switches.contains("yes"), invocation.settings)
    default: throw UsageFailure("needs one of list, delete")
    }
    return 0
  }

  private static func delete(_ user: String, isSure: Bool, _ settings: Settings) throws {
    guard let found = try with(settings, { try await $0.summary(of: user) }) else {
      throw CommandFailure("there is no user '\(user)'; 'waymark user list' shows who there is")
    }
    if !isSure {
      Output.write(
        "This deletes '\(user)' with \(found.events) events, for ever. Type the name again: ", to: STDERR_FILENO)
      guard let name = readLine() else { throw UsageFailure("delete needs the name again, or --yes") }
      guard name == user else { throw CommandFailure("that is another name; nothing was deleted") }
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

  private static func with<Value: Sendable>(
    _ settings: Settings, _ body: @escaping @Sendable (AccountList) async throws -> Value
  ) throws -> Value {
    try MigrateCommand.checkUsable(settings)
    let database = try JournalFile.inspect(settings)
    defer { database.close() }
    return try LoopRunner.run { _ in try await body(AccountList(database: database)) }
  }

  private static func table(_ users: [AccountList.Summary]) -> String {
    let rows = users.map { user in
      [
        user.user, "\(user.events)", "\(user.bytes)", user.createdAt?.description ?? "not yet",
        user.lastActivityAt?.description ?? "never",
      ]
    }
    return Output.table([["USER", "EVENTS", "BYTES", "CREATED", "LAST ACTIVITY"]] + rows)
  }

  private static func json(_ users: [AccountList.Summary]) -> String {
    JSONValue.lines(
      users.map { user in
        [
          "user": .text(user.user), "events": .integer(user.events), "bytes": .integer(user.bytes),
          "createdAt": .optional(user.createdAt?.description),
          "lastActivity": .optional(user.lastActivityAt?.description),
        ]
      })
  }
}

extension Command {
  static let user = Command(
    name: "user", synopsis: "list | delete U", summary: "who there is, and the deletion of one with all that is held",
    details: """
      list needs no running stack. It shows how many events there are of each user, how many bytes these take, and when
      something was last written or a token last used.
      delete is what DELETE /account is: nothing of the user is left in any service, and nothing brings it back. It
      needs a running stack, and asks for the name again.
      """,
    choices: ["list", "delete"],
    flags: [Flag("yes", "delete without asking, for scripts"), .json], run: UserCommand.run)
}
