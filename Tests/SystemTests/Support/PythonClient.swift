import Foundation
import Testing

/// Scripts of `Tests/Clients`, which use libraries that others have written.
enum PythonClient {
  /// Runs a script, unless its library is not installed.
  static func run(_ script: String, _ library: String, _ arguments: [String]) throws {
    let environment = ["PYTHONPATH": Executable.repository.appendingPathComponent(".build/python").path]
    let found = try Executable.run(
      program: "/usr/bin/env", ["python3", "-c", "import \(library)"], environment: environment)
    guard found.code == 0 else {
      print("SKIPPED: \(script) needs Python with \(library); deploy/test installs it")
      #expect(!Executable.isContinuousIntegration, "\(found.errors)")
      return
    }
    let path = Executable.repository.appendingPathComponent("Tests/Clients/\(script)").path
    let result = try Executable.run(program: "/usr/bin/env", ["python3", path] + arguments, environment: environment)
    #expect(result.code == 0 && result.output.contains("ok"), "\(result.output)\(result.errors)")
  }
}
