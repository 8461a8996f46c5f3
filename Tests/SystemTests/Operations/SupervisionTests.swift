import Foundation
import Testing

extension SystemTests {
  @Suite("The one that watches over them")
  struct SupervisionTests {
    @Test("The file of process ids names all five, and follows a restart")
    func pidsFile() throws {
      let stack = try Stack()
      let before = try stack.pids()
      #expect(Set(before.keys) == Set(Stack.names))
      #expect(before.values.allSatisfy(isAlive))
      try stack.kill9("stats")
      try eventually(within: 2, "a new process is named") {
        let pids = try stack.pids()
        return pids.count == 5 && pids["stats"] != before["stats"] && pids.values.allSatisfy(isAlive)
      }
      for name in Stack.names where name != "stats" { #expect(try stack.pid(of: name) == before[name]) }
    }

    @Test("Exactly one line goes to standard output")
    func oneLine() throws {
      let stack = try Stack()
      try stack.kill9("edge")
      try eventually(within: 2, "the edge is back") {
        try HTTPClient(port: stack.port).get("/readyz").status == 200
      }
      stack.stop()
      #expect(stack.printed == "waymark ready http://127.0.0.1:\(stack.port)\n")
    }

    @Test("A port that the system chose stays after the edge died, and no connection is refused meanwhile")
    func portStays() throws {
      let stack = try Stack()
      let before = try stack.pid(of: "edge")
      try stack.kill9("edge")
      // The dying one may still take a call along.
      try eventually(within: 2, "it is dead") { !isAlive(before) }
      try eventually(within: 2, "another edge answers at the same port") {
        let status = try HTTPClient(port: stack.port).get("/healthz").status
        return try status == 200 && stack.pid(of: "edge") != before
      }
    }

    @Test("An edge that is to stop answers the first request of a connection that it has accepted")
    func acceptedBeforeStop() throws {
      let stack = try Stack()
      let before = try stack.pid(of: "edge")
      let client = HTTPClient(port: stack.port)
      let answer = try client.send("GET", "/healthz") {
        // Connections are accepted in their order.
        #expect(try client.get("/healthz").status == 200)
        kill(before, SIGTERM)
        try eventually(within: 2, "another edge runs") { try stack.pid(of: "edge") != before }
      }
      #expect(answer.status == 200)
    }

    @Test("A second one on the same data says so and stops")
    func secondUp() throws {
      let stack = try Stack()
      let second = try stack.command("up", "--listen", "127.0.0.1:0")
      #expect(second.code == 1)
      #expect(second.output.isEmpty)
      #expect(second.errors.contains("another 'waymark up'"))
      #expect(second.errors.split(separator: "\n").count == 1)
      #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200)
    }

    @Test("It stops all of them in order", arguments: [SIGTERM, SIGINT])
    func stopping(signal: Int32) throws {
      let stack = try Stack()
      let pids = try stack.pids().values
      var code: Int32 = -1
      let seconds = duration { code = stack.stop(signal: signal) }
      #expect(code == 0)
      #expect(seconds < 3)
      #expect(!pids.contains(where: isAlive))
      #expect(!FileManager.default.fileExists(atPath: stack.runDirectory + "/waymark.pids"))
    }

    @Test("Its children end with it, even when it is killed, and the next one can start at once")
    func killedUp() throws {
      let folder = try TemporaryFolder()
      let stack = try Stack(folder: folder)
      let pids = try stack.pids().values
      stack.stop(signal: SIGKILL)
      try eventually(within: 2, "all have ended") { !pids.contains(where: isAlive) }
      let next = try Stack(folder: folder)
      #expect(try HTTPClient(port: next.port).get("/readyz").status == 200)
    }

    @Test("A port that is taken is said in one line")
    func portTaken() throws {
      let stack = try Stack()
      let folder = try TemporaryFolder()
      let other = try Executable.run(["up", "--data", folder.path, "--listen", "127.0.0.1:\(stack.port)"])
      #expect(other.code == 1)
      #expect(other.errors.split(separator: "\n").count == 1, "\(other.errors)")
    }

    @Test("The sockets are their owner's alone")
    func permissions() throws {
      let stack = try Stack()
      func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
      }
      #expect(try mode(stack.runDirectory) == 0o700)
      for name in ["session", "stats", "milestone", "diversity", "edge"] {
        #expect(try mode("\(stack.runDirectory)/\(name).sock") == 0o600)
      }
    }

    @Test("Five idle processes are small, and ready at once")
    func footprint() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      // Idle is what they are when starting is over and there are no calls.
      var mebibytes = Double.infinity
      _ = try? eventually(within: 3, "the processes have come to rest") {
        mebibytes = min(mebibytes, try stack.residentMebibytes())
        return mebibytes < 50
      }
      print("five processes: \(mebibytes) MiB resident, ready after \(stack.secondsToReady) s")
      guard Executable.isRelease else { return }
      #expect(mebibytes < 60)
      // Another one where the machine was busy with other things just then.
      var seconds = stack.secondsToReady
      for _ in 0..<4 where seconds >= 0.5 { seconds = min(seconds, try Stack().secondsToReady) }
      #expect(seconds < 0.5)
    }
  }
}
