import Glibc

/// What there is to know of the commands, for people and for what people read it with.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    try arguments.expectWords(0...1)
    if let name = arguments.values["completion"] {
      guard let shell = Completion(rawValue: name) else {
        let known = Completion.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageFailure("no completion for '\(name)'; there are \(known)")
      }
      Output.write(shell.script(), to: STDOUT_FILENO)
    } else if arguments.switches.contains("man") {
      Output.write(ManualPage.text(), to: STDOUT_FILENO)
    } else if let name = arguments.words.first {
      guard let command = Command.all.first(where: { $0.name == name }) else {
        throw UsageFailure("no command '\(name)'")
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
    summary: "what a command does; also the manual page, and completion for shells",
    flags: [
      Flag("man", "print the manual page"),
      Flag("completion", value: "SHELL", "print what completes command lines in bash, zsh or fish"),
    ], run: HelpCommand.run)
}
