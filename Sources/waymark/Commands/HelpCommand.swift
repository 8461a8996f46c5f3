import Glibc

/// `waymark help`: help texts, the manual page and completion scripts.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    try arguments.expectWords(0...1)
    if let name = arguments.values["completion"] {
      guard let shell = Completion(rawValue: name) else {
        let known = Completion.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageFailure("unknown shell '\(name)'; give one of \(known)")
      }
      Output.write(shell.script(), to: STDOUT_FILENO)
    } else if arguments.switches.contains("man") {
      Output.write(ManualPage.text(), to: STDOUT_FILENO)
    } else if let name = arguments.words.first {
      guard let command = Command.all.first(where: { $0.name == name }) else {
        throw UsageFailure("unknown command '\(name)'")
      }
      Output.write(command.helpText, to: STDOUT_FILENO)
    } else {
      Output.write(Command.overview, to: STDOUT_FILENO)
    }
    return 0
  }
}

extension Command {
  static let help = Command(
    name: "help", synopsis: "[COMMAND]",
    summary: "explains a command; prints the manual page and shell completion",
    flags: [
      Flag("man", "print the manual page"),
      Flag("completion", value: "SHELL", "print a completion script for bash, zsh or fish"),
    ], run: HelpCommand.run)
}
