import Foundation
import Testing

extension SystemTests {
  @Suite("Failures of commands")
  struct CommandFailureTests {
    private func expectFailure(_ arguments: [String], containing text: String) throws {
      let result = try Executable.run(arguments)
      #expect(result.code == 1, "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test("Reports in one line that a directory cannot be created", arguments: ["up", "serve"])
    func missingDirectory(command: String) throws {
      let words = command == "serve" ? ["serve", "session"] : ["up"]
      try expectFailure(words + ["--data", "/proc/nothing/here"], containing: "cannot make the directory")
      try expectFailure(words + ["--data", "/dev/null"], containing: "/dev/null")
    }

    @Test("Rejects a socket path that is too long in one line", arguments: ["up", "session", "edge"])
    func longPath(name: String) throws {
      let folder = try TemporaryFolder()
      let run = folder.path + "/" + String(repeating: "r", count: 100)
      let words = name == "up" ? ["up"] : ["serve", name]
      try expectFailure(words + ["--data", folder.path + "/data", "--run", run], containing: "107 bytes")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test(
      "Without data, the token commands fail and create nothing",
      arguments: [["create", "--user", "ada"], ["list"], ["revoke", "0"]])
    func noData(words: [String]) throws {
      let folder = try TemporaryFolder()
      try expectFailure(["token"] + words + ["--data", folder.path + "/data"], containing: "does not exist")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test("Reports the health of one process, running or stopped", arguments: Stack.names)
    func health(name: String) throws {
      let stack = try Stack()
      #expect(try stack.command("health", name).code == 0)
      #expect(try stack.command("health", name, "--json").output.contains("\"ok\""))
      stack.stop()
      try expectFailure(["health", name, "--data", stack.data], containing: "does not respond")
      #expect(try stack.command("health", "tea").code == 2)
    }

    @Test(
      "Names the owner if the stack belongs to another user",
      .enabled(if: geteuid() == 0, "only root can give a file to another user"))
    func otherUser() throws {
      let folder = try TemporaryFolder()
      let socket = folder.path + "/session.sock"
      #expect(FileManager.default.createFile(atPath: socket, contents: nil))
      #expect(chown(socket, 65_534, 65_534) == 0)
      let places = ["--data", folder.path, "--run", folder.path]
      for words in [["status"], ["call", "session", "health.check"]] {
        let result = try Executable.run(words + places)
        #expect(result.code == 1 && result.errors.contains("run this as that user"), "\(result.errors)")
      }
      #expect(chown(socket, geteuid(), 0) == 0)
      #expect(try Executable.run(["status"] + places).errors.contains("is 'waymark up' running there?"))
    }

    @Test("Prints the outcome of a rebuild as JSON, with and without a running stack")
    func rebuildJSON() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      func rows() throws -> [[String: Any]] {
        let result = try stack.command("rebuild", "--json")
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
      }
      #expect(try rows().allSatisfy { $0["state"] as? String == "folded" && $0["events"] is Int })
      stack.stop()
      #expect(try rows().allSatisfy { $0["state"] as? String == "atNextStart" })
    }

    @Test("Prints the version in one line")
    func version() throws {
      let result = try Executable.run(["--version"])
      #expect(result.code == 0 && result.output.hasPrefix("waymark "))
      #expect(result.output.split(separator: "\n").count == 1)
    }
  }
}
