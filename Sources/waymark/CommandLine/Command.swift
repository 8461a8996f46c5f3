import Service

/// What a command is given to work with.
struct Invocation: Sendable {
  var arguments: Arguments
  var settings: Settings
}

/// A command of the executable; its exit code is 0 where nothing is thrown, unless it says otherwise.
struct Command: Sendable {
  var name: String
  /// What follows the name on a command line.
  var synopsis: String
  var summary: String
  /// Longer help, after the summary.
  var details: String = ""
  /// What its first word can be, where that is known before.
  var choices: [String] = []
  var flags: [Flag] = []
  var run: @Sendable (Invocation) throws -> Int32

  static let all: [Command] = [
    .up, .serve, .status, .health, .signIn, .token, .user, .importFile, .export, .call, .rebuild, .verify,
    .backup, .restore, .migrate, .bench, .help,
  ]

  static let sharedFlags = Settings.flagSources.map { Flag($0.flag, value: $0.value, $0.help) }

  var helpText: String {
    var text = "usage: waymark \(name)\(synopsis.isEmpty ? "" : " " + synopsis) [flags]\n\n\(summary)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    if !flags.isEmpty { text += "\nFlags:\n" + Self.table(flags) }
    text += "\nFlags of all commands:\n" + Self.table(Self.sharedFlags + [Flag("help", "print this and stop")])
    return text
  }

  static var overview: String {
    var text = "usage: waymark COMMAND [flags]\n\nA self-hosted backend for personal journeys.\n\nCommands:\n"
    text += all.map { "  " + padded($0.name, 10) + $0.summary + "\n" }.joined()
    text += "\nFlags of all commands:\n" + table(sharedFlags)
    return text + "\n'waymark COMMAND --help' says more; 'waymark --version' names the build.\n"
  }

  private static func table(_ flags: [Flag]) -> String {
    flags.map { flag in
      "  " + padded("--" + flag.name + (flag.value.map { " " + $0 } ?? ""), 24) + flag.help + "\n"
    }.joined()
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text.count < width ? text + String(repeating: " ", count: width - text.count) : text + " "
  }
}
