import Foundation
import Testing

extension SystemTests {
  @Suite("Service protocol from another language")
  struct WireTests {
    @Test("A client in another language calls all four services")
    func python() throws {
      let library = Executable.repository.appendingPathComponent(".build/python").path
      let environment = ["PYTHONPATH": library]
      let found = try Executable.run(
        program: "/usr/bin/env", ["python3", "-c", "import cbor2"], environment: environment)
      guard found.code == 0 else {
        print("SKIPPED: the wire client needs Python with cbor2; deploy/test installs it")
        #expect(!Executable.isContinuousIntegration, "\(found.errors)")
        return
      }
      let stack = try Stack()
      let script = Executable.repository.appendingPathComponent("Tests/Wire/client.py").path
      let result = try Executable.run(
        program: "/usr/bin/env", ["python3", script, stack.runDirectory], environment: environment)
      #expect(result.code == 0, "\(result.output)\(result.errors)")
    }
  }
}
