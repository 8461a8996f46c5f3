import Foundation
import Testing

extension SystemTests {
  @Suite("Commands in a wrong directory")
  struct WrongPlaceTests {
    private static let commands: [[String]] = [
      ["status"], ["health", "session"], ["health", "stats"], ["health", "milestone"], ["health", "diversity"],
      ["health", "edge"], ["sign-in", "--user", "ada"], ["token", "create", "--user", "ada"], ["token", "list"],
      ["token", "revoke", "0"], ["call", "session"], ["call", "session", "health.check"], ["rebuild"],
      ["rebuild", "stats"], ["verify"], ["verify", "--repair", "rows"], ["backup", "COPY"],
      ["backup", "COPY", "--keep", "2"], ["backup", "COPY", "--every", "1s"], ["restore", "NOTHING"],
      ["import", "goodreads", "BOOKS", "--user", "ada"],
      ["import", "goodreads", "BOOKS", "--user", "ada", "--dry-run"],
    ]

    @Test("Only commands that run the stack create a data directory", arguments: commands, [false, true])
    func createsNothing(command: [String], exists: Bool) throws {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      if exists { try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false) }
      try "Title,Author,Exclusive Shelf\nIt,King,read\n".write(
        toFile: folder.path + "/BOOKS", atomically: true, encoding: .utf8)
      let words = command.map { ["COPY", "NOTHING", "BOOKS"].contains($0) ? "\(folder.path)/\($0)" : $0 }
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      let result = try Executable.run(words + ["--data", data])
      #expect(result.code == 1, "\(result.output)\(result.errors)")
      if command != ["status"] {
        #expect(result.errors.split(separator: "\n").last?.contains(folder.path) == true, "\(result.errors)")
      }
      let after = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { !["output", "errors"].contains($0) }
      #expect(after == before)
    }

    @Test("Health exits with 0 if a service is healthy, 1 if not, 2 if it is unknown")
    func health() throws {
      let stack = try Stack()
      for name in Stack.names { #expect(try stack.command("health", name).code == 0) }
      for words in [["health"], ["health", "tea"], ["health", "up"], ["health", "session", "edge"]] {
        #expect(try Executable.run(words + ["--data", stack.data]).code == 2)
      }
      stack.stop()
      for name in Stack.names { #expect(try stack.command("health", name).code == 1) }
    }
  }
}
