import Operations

/// `waymark setup`: a new link that creates the first admin.
enum SetUpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    guard let link = try SetUpLink.make(invocation.settings, .writing) else {
      throw CommandFailure("an admin exists already; 'waymark user invite U' lets a person in")
    }
    Output.print(link)
    return 0
  }
}

extension Command {
  static let setUp = Command(
    name: "setup", synopsis: "", summary: "prints a link that creates the first admin",
    details: """
      The link works while there is no admin. It replaces this host's previous one, and is also in DATA/setup-link. The
      stack need not run. Exits with 1 if an admin exists.
      """, run: SetUpCommand.run)
}
