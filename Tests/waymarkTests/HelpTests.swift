import Foundation
import Programs
import Service
import Synchronization
import Testing

@testable import waymark

@Suite("The manual page and completion")
struct HelpTests {
  /// Returns bash's completions of the last word.
  private func completions(_ words: [String]) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      Completion.bash.script() + "COMP_WORDS=(\(line)) COMP_CWORD=\(words.count - 1)\n_waymark\n"
      + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    let shell = try Program.run("/bin/bash", ["-euc", script])
    #expect(shell.code == 0)
    return shell.text.split(separator: "\n").map(String.init)
  }

  @Test("Bash completes commands, their first words and their flags")
  func bash() throws {
    #expect(try completions(["waymark", "ser"]) == ["serve"])
    #expect(try completions(["waymark", "token", ""]) == ["create", "list", "revoke"])
    #expect(try completions(["waymark", "import", "story"]) == ["storygraph"])
    #expect(try completions(["waymark", "token", "create", "--us"]) == ["--user"])
    #expect(try completions(["waymark", "status", "--l"]) == ["--listen", "--log-level", "--log-format"])
    #expect(try completions(["waymark", "import", "goodreads", "x"]) == [])
  }

  @Test("The manual page and all completion scripts contain every command and flag", arguments: Command.all)
  func everything(command: Command) {
    let page = ManualPage.text()
    #expect(page.contains("\n.SS \"waymark \(command.name.replacing("-", with: "\\-")) "))
    for flag in command.flags {
      #expect(page.contains("\n.B \\-\\-\(flag.name.replacing("-", with: "\\-"))"))
      #expect(Completion.fish.script().contains("from \(command.name)' -l \(flag.name) "))
      #expect(Completion.zsh.script().contains("'--\(flag.name)["))
    }
  }

  @Test("The manual page contains every variable of the settings")
  func variables() throws {
    let read = Mutex<Set<String>>([])
    _ = try Settings(flags: [:]) { name in
      read.withLock { _ = $0.insert(name) }
      return nil
    }
    let names = read.withLock { $0.filter { !$0.hasSuffix("_FILE") } }
    #expect(names.count >= 17)
    for name in names { #expect(ManualPage.text().contains("\n.B \(name)\n"), "\(name)") }
  }

  @Test("The manual page contains no accidental formatter requests")
  func escaped() {
    for line in ManualPage.text().split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      let requests = [".TH ", ".SH ", ".SS ", ".B ", ".I ", ".TP", ".PP"]
      #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
