/// Completion scripts for shells, generated from the commands.
enum Completion: String, CaseIterable {
  case bash, zsh, fish

  /// Names of flag values that are paths.
  private static let fileValues: Set<String> = ["DIR", "FILE", "F"]

  func script(for commands: [Command] = Command.all) -> String {
    switch self {
    case .bash: Self.bashScript(commands)
    case .zsh: Self.zshScript(commands)
    case .fish: Self.fishScript(commands)
    }
  }

  private static func flags(of command: Command) -> [Flag] {
    command.flags + Command.sharedFlags + [Flag("help", "print this help")]
  }

  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text { result += character == "'" ? "'\\''" : String(character) }
    return result + "'"
  }

  private static func bashScript(_ commands: [Command]) -> String {
    var text = "_waymark() {\n  local current=${COMP_WORDS[COMP_CWORD]} words= flags=\n"
    text += "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    text += "    COMPREPLY=($(compgen -W \(quoted(names(commands))) -- \"$current\"))\n    return\n  fi\n"
    text += "  case ${COMP_WORDS[1]} in\n"
    for command in commands {
      let flags = flags(of: command).map { "--" + $0.name }.joined(separator: " ")
      text += "    \(command.name)) flags=\(quoted(flags)) words=\(quoted(command.choices.joined(separator: " "))) ;;\n"
    }
    text += "  esac\n"
    text += "  case $current in\n    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$current\")) ;;\n"
    text += "    *) [ \"$COMP_CWORD\" -ne 2 ] || COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n  esac\n}\n"
    // Falls back to file names.
    return text + "complete -o default -F _waymark waymark\n"
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  private static func zshScript(_ commands: [Command]) -> String {
    var text = "#compdef waymark\n_waymark() {\n  local -a commands=(\n"
    for command in commands { text += "    \(quoted(command.name + ":" + command.summary))\n" }
    text += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
    text += "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n"
    for command in commands {
      var specs = flags(of: command).map(zshSpec)
      if !command.choices.isEmpty { specs.append(quoted("1: :(\(command.choices.joined(separator: " ")))")) }
      specs.append(quoted("*: :_files"))
      text += "    \(command.name)) _arguments \\\n      " + specs.joined(separator: " \\\n      ") + " ;;\n"
    }
    return text + "  esac\n}\n_waymark \"$@\"\n"
  }

  private static func zshSpec(_ flag: Flag) -> String {
    var help = ""
    for character in flag.help {
      if "[]:\\".contains(character) { help += "\\" }
      help.append(character)
    }
    let value = flag.value.map { ":\($0):" + (fileValues.contains($0) ? "_files" : " ") } ?? ""
    return quoted("--\(flag.name)[\(help)]\(value)")
  }

  private static func fishScript(_ commands: [Command]) -> String {
    var text = "complete -c waymark -f\n"
    for command in commands {
      text += "complete -c waymark -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))\n"
      let start = "complete -c waymark -n '__fish_seen_subcommand_from \(command.name)'"
      if !command.choices.isEmpty { text += start + " -a \(fishQuoted(command.choices.joined(separator: " ")))\n" }
      if command.synopsis.contains("FILE") || command.synopsis.contains("DIR") { text += start + " -F\n" }
      for flag in flags(of: command) {
        let value = flag.value.map { fileValues.contains($0) ? " -r -F" : " -x" } ?? ""
        text += start + " -l \(flag.name)\(value) -d \(fishQuoted(flag.help))\n"
      }
    }
    return text
  }

  private static func fishQuoted(_ text: String) -> String {
    var result = "'"
    for character in text { result += "'\\".contains(character) ? "\\\(character)" : String(character) }
    return result + "'"
  }
}
