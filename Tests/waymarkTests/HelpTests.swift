import Foundation
import Programs
import Service
import Synchronization
import Testing

@testable import waymark

@Suite("The manual page and completion")
struct HelpTests {
  /// What the shell offers for a line, its last word unfinished.
  private func offered(_ words: [String]) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      Completion.bash.script() + "COMP_WORDS=(\(line)) COMP_CWORD=\(words.count - 1)\n_waymark\n"
      + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    let shell = try Program.run("/bin/bash", ["-euc", script])
    #expect(shell.code == 0)
    return shell.text.split(separator: "\n").map(String.init)
  }

  @Test("A shell completes commands, the words that they know, and their flags")
  func bash() throws {
    #expect(try offered(["waymark", "se"]) == ["serve"])
    #expect(try offered(["waymark", "token", ""]) == ["create", "list", "revoke"])
    #expect(try offered(["waymark", "import", "story"]) == ["storygraph"])
    #expect(try offered(["waymark", "token", "create", "--us"]) == ["--user"])
    #expect(try offered(["waymark", "status", "--l"]) == ["--listen", "--log-level", "--log-format"])
    #expect(try offered(["waymark", "import", "goodreads", "x"]) == [])
  }

  @Test("Each command and each flag of it is in the manual page and in each completion", arguments: Command.all)
  func everything(command: Command) {
    let page = ManualPage.text()
    #expect(page.contains("\n.SS \"waymark \(command.name.replacing("-", with: "\\-")) "))
    for flag in command.flags {
      #expect(page.contains("\n.B \\-\\-\(flag.name.replacing("-", with: "\\-"))"))
      #expect(Completion.fish.script().contains("from \(command.name)' -l \(flag.name) "))
      #expect(Completion.zsh.script().contains("'--\(flag.name)["))
    }
  }

  @Test("Each variable that settings are read from is in the manual page")
  func variables() throws {
    let asked = Mutex<Set<String>>([])
    _ = try Settings(flags: [:]) { name in
      asked.withLock { _ = $0.insert(name) }
      return nil
    }
    let names = asked.withLock { $0.filter { !$0.hasSuffix("_FILE") } }
    #expect(names.count >= 17)
    for name in names { #expect(ManualPage.text().contains("\n.B \(name)\n"), "\(name)") }
  }

  @Test("The manual page has no line that the formatter would take for its own")
  func escaped() {
    for line in ManualPage.text().split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      let requests = [".TH ", ".SH ", ".SS ", ".B ", ".I ", ".TP", ".PP"]
      #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
