import Operations
import Service

/// The input of a command.
struct Invocation: Sendable {
  var arguments: Arguments
  var settings: Settings
}

/// A command of the executable. `run` returns the exit code.
struct Command: Sendable {
  var name: String
  /// The arguments, as shown after the name.
  var synopsis: String
  var summary: String
  /// Further help, shown after the summary.
  var details: String = ""
  /// The valid first words, if they are fixed. Used for completion.
  var choices: [String] = []
  var flags: [Flag] = []
  var run: @Sendable (Invocation) throws -> Int32

  static let all: [Command] = [
    .up, .serve, .status, .health, .setUp, .signIn, .token, .user, .importFile, .export, .call, .rebuild, .verify,
    .backup, .restore, .migrate, .help,
  ]

  static let sharedFlags = Settings.flagSources.map { Flag($0.flag, value: $0.value, $0.help) }

  var helpText: String {
    var text = "usage: waymark \(name)\(synopsis.isEmpty ? "" : " " + synopsis) [flags]\n\n\(summary)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    if !flags.isEmpty { text += "\nFlags:\n" + Self.table(flags) }
    text += "\nFlags of all commands:\n" + Self.table(Self.sharedFlags + [Flag("help", "print this help")])
    return text
  }

  static var overview: String {
    var text = "usage: waymark COMMAND [flags]\n\nA self-hosted backend for personal journeys.\n\nCommands:\n"
    text += all.map { "  " + TextTable.padded($0.name, 10) + $0.summary + "\n" }.joined()
    text += "\nFlags of all commands:\n" + table(sharedFlags)
    return text + "\nRun 'waymark COMMAND --help' for details, 'waymark --version' for the version.\n"
  }

  private static func table(_ flags: [Flag]) -> String {
    flags.map { flag in
      "  " + TextTable.padded("--" + flag.name + (flag.value.map { " " + $0 } ?? ""), 24) + flag.help + "\n"
    }.joined()
  }
}
