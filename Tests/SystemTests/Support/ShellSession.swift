import Foundation

/// A shell that runs the commands of a documentation page in order, in a folder with the executable and the data of a
/// running stack where `deploy/up` puts them.
struct ShellSession {
  struct Result {
    var code: Int
    var output: String
  }

  private static let mark = "\u{1}waymark-docs"
  let stack: Stack
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    stack = try Stack(folder: folder)
    let programs = URL(fileURLWithPath: folder.path + "/.build/release")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: programs.path + "/waymark", withDestinationPath: Executable.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/deploy", withDestinationPath: Executable.repository.path + "/deploy")
    // Makes curl fail for a status of 400 and above, which the pages do not mention.
    try "fail-with-body\nsilent\n".write(toFile: folder.path + "/.curlrc", atomically: true, encoding: .utf8)
  }

  func run(_ commands: [FencedBlock.Command]) throws -> [Result] {
    let address = "127.0.0.1:\(stack.port)"
    let script = commands.map { command in
      let text = ["localhost:8080", "127.0.0.1:8080"].reduce(command.text) {
        $0.replacingOccurrences(of: $1, with: address)
      }
      return "\(text)\nprintf '\(Self.mark) %s\\n' $?\n"
    }.joined()
    let file = folder.path + "/page.sh"
    let beginning = "cd \(folder.path) && exec 2>&1 && set -o pipefail\n"
    try (beginning + script).write(toFile: file, atomically: true, encoding: .utf8)
    let all = try Executable.run(
      program: "/usr/bin/env", ["bash", file],
      environment: ["CURL_HOME": folder.path])
    // The text after the last mark is empty unless the shell ended early.
    return all.output.components(separatedBy: Self.mark).reduce(into: []) { results, part in
      var lines = part.components(separatedBy: "\n")
      if !results.isEmpty { results[results.count - 1].code = Int(lines.removeFirst().dropFirst()) ?? -1 }
      results.append(
        Result(code: -1, output: lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)))
    }.dropLast()
  }
}
