import Foundation

/// A fenced block of a documentation page. `docs/internals/testing.md` describes the languages: `sh` must succeed,
/// `console` must print the text below each command. Indented lines belong to the command above.
struct FencedBlock {
  var page: String
  /// The line number of the opening fence.
  var line: Int
  var language: String
  var lines: [String]

  /// A command with its expected output, or nil if the page shows none.
  struct Command {
    var place: String
    var text: String
    var answer: String?
  }

  static func all(on page: String) throws -> [FencedBlock] {
    let text = try String(contentsOf: Executable.repository.appendingPathComponent(page), encoding: .utf8)
    var blocks: [FencedBlock] = []
    var isOpen = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if !isOpen {
          blocks.append(FencedBlock(page: page, line: index + 1, language: String(line.dropFirst(3)), lines: []))
        }
        isOpen.toggle()
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  var commands: [Command] {
    switch language {
    case "sh": shellCommands
    case "console": consoleCommands
    default: []
    }
  }

  private var shellCommands: [Command] {
    var found: [Command] = []
    for (offset, text) in lines.enumerated() where !text.isEmpty && !text.hasPrefix("#") {
      if text.hasPrefix(" "), !found.isEmpty {
        found[found.count - 1].text += "\n" + text
      } else {
        found.append(Command(place: place(offset), text: text))
      }
    }
    return found
  }

  private var consoleCommands: [Command] {
    var found: [Command] = []
    for (offset, text) in lines.enumerated() {
      if text.hasPrefix("$ ") {
        found.append(Command(place: place(offset), text: String(text.dropFirst(2)), answer: ""))
      } else if let last = found.indices.last {
        if text.hasPrefix(" ") && found[last].answer == "" {
          found[last].text += "\n" + text
        } else if !text.isEmpty {
          found[last].answer = [found[last].answer, text].compactMap { $0 == "" ? nil : $0 }.joined(separator: "\n")
        }
      }
    }
    return found
  }

  private func place(_ offset: Int) -> String { "\(page):\(line + 1 + offset)" }
}

extension FencedBlock.Command {
  /// Whether the output matches. `…` stands for any text within a line.
  func shows(_ answered: String) -> Bool {
    guard let answer else { return true }
    let pattern = answer.components(separatedBy: "…").map { NSRegularExpression.escapedPattern(for: $0) }
      .joined(separator: "[^\\n]*")
    return answered.range(of: "\\A\(pattern)\\z", options: .regularExpression) != nil
  }
}
