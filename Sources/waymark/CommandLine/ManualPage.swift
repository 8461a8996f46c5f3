import Service

/// The manual page, generated from the commands.
struct ManualPage {
  private var lines: [String] = []

  static func text(of commands: [Command] = Command.all) -> String {
    var page = ManualPage()
    page.lines = [
      ".TH WAYMARK 1 \"\" \"waymark \(escaped(Build.version))\" \"User Commands\"", ".SH NAME",
      "waymark \\- a self\\-hosted backend for personal journeys", ".SH SYNOPSIS", ".B waymark",
      ".I COMMAND", "[flags]", ".SH DESCRIPTION",
    ]
    page.add(
      """
      Waymark records listening, reading and rucking sessions that apps report over HTTP, and computes totals, streaks
      and achievements from them. It runs as five services and an HTTP edge.
      """)
    page.lines.append(".SH COMMANDS")
    for command in commands { page.add(command) }
    page.lines.append(".SH FLAGS OF ALL COMMANDS")
    page.add(Command.sharedFlags)
    page.lines.append(".SH ENVIRONMENT")
    page.add("A flag overrides its variable, a variable the default. NAME_FILE names a file that contains the value.")
    for source in Settings.flagSources {
      page.lines += [".TP", ".B \(escaped(source.variable))"]
      page.add("\(source.help); same as --\(source.flag)")
    }
    for (variable, help) in Settings.variablesAlone {
      page.lines += [".TP", ".B \(escaped(variable))"]
      page.add(help)
    }
    page.lines.append(".SH EXIT STATUS")
    page.add("0: done. 1: failed; one line on standard error states the reason and what to do. 2: wrong usage.")
    return page.lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ command: Command) {
    lines.append(".SS \"" + Self.escaped("waymark \(command.name) \(command.synopsis)") + "\"")
    add(command.summary)
    for paragraph in command.details.split(separator: "\n\n") {
      lines.append(".PP")
      add(String(paragraph))
    }
    add(command.flags)
  }

  private mutating func add(_ flags: [Flag]) {
    for flag in flags {
      lines += [".TP", ".B \(Self.escaped("--" + flag.name))" + (flag.value.map { " " + Self.escaped($0) } ?? "")]
      add(flag.help)
    }
  }

  private mutating func add(_ text: String) {
    for line in text.split(separator: "\n") {
      let isRequest = line.hasPrefix(".") || line.hasPrefix("'")
      lines.append((isRequest ? "\\&" : "") + Self.escaped(String(line)))
    }
  }

  /// Escapes what the formatter would interpret. Hyphens become real hyphens, which can be copied.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result
  }
}
