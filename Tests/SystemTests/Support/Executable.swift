import Foundation
import Programs

/// The output and the exit code of a command.
struct CommandResult {
  var code: Int32
  var output: String
  var errors: String
}

/// The executable under test: the one that `WAYMARK_BINARY` names, or the one built with the tests.
enum Executable {
  static var path: String {
    if let path = ProcessInfo.processInfo.environment["WAYMARK_BINARY"], !path.isEmpty { return path }
    return built("waymark")
  }

  /// Returns the path of a program that was built with the tests.
  static func built(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
  }

  static var isRelease: Bool {
    path.contains("/release/")
  }

  static var isContinuousIntegration: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandResult {
    try run(program: path, arguments, environment: environment)
  }

  static func run(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> CommandResult {
    let run = try Program.run(program, arguments, environment: environment, within: 300)
    return CommandResult(code: run.code, output: run.text, errors: run.errorText)
  }
}

/// A folder with a short path, which sockets need. It is deleted when it is released.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/waymark-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func file(_ name: String) throws -> (path: String, handle: FileHandle) {
    let file = path + "/" + name
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    return (file, try FileHandle(forWritingTo: URL(fileURLWithPath: file)))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
