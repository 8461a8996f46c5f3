import Foundation
import Testing

extension SystemTests {
  @Suite("The supervisor of up")
  struct SupervisionTests {
    @Test("The file of process ids lists all six processes, and is updated after a restart")
    func pidsFile() throws {
      let stack = try Stack()
      let before = try stack.pids()
      #expect(Set(before.keys) == Set(Stack.names))
      #expect(before.values.allSatisfy(isAlive))
      try stack.kill9("stats")
      try eventually("the new process is listed") {
        let pids = try stack.pids()
        return pids.count == Stack.names.count && pids["stats"] != before["stats"] && pids.values.allSatisfy(isAlive)
      }
      for name in Stack.names where name != "stats" { #expect(try stack.pid(of: name) == before[name]) }
    }

    @Test("Secrets are in no arguments, and only in the environment of the processes that need them")
    func secrets() throws {
      let (base, backups) = (try TemporaryFolder(), try TemporaryFolder())
      let (database, password) = ("sqlite:\(base.path)/journal-with-a-secret.sqlite", "correct horse battery")
      let (client, key) = ("a-client-secret", Data((0..<32).map { UInt8($0) }).base64EncodedString())
      let stack = try Stack(
        database: database,
        environment: [
          "WAYMARK_ADMIN_USER": "kim", "WAYMARK_ADMIN_PASSWORD": password, "WAYMARK_SECRET_KEY": key,
          "WAYMARK_PUBLIC_URL": "http://localhost", "WAYMARK_OIDC_ISSUER": "http://127.0.0.1:9",
          "WAYMARK_OIDC_CLIENT_ID": "waymark", "WAYMARK_OIDC_CLIENT_SECRET": client,
          "WAYMARK_BACKUP": "\(backups.path)/made,24h,1",
        ])
      func text(_ pid: Int32, _ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/\(name)")), as: UTF8.self)
      }
      // The file may already list the process for backups.
      let pids = try stack.pids().filter { Stack.names.contains($0.key) }
      var seen = try pids.map { (name: $0, arguments: try text($1, "cmdline"), environment: try text($1, "environ")) }
      // Until it has started, it has no arguments or those of `up`.
      let backup = try found("the process for backups runs") { () -> (arguments: String, environment: String)? in
        guard let pid = try Set(stack.children()).subtracting(pids.values).first else { return nil }
        let (arguments, environment) = (try text(pid, "cmdline"), try text(pid, "environ"))
        return arguments.contains("\0backup\0") && !environment.isEmpty ? (arguments, environment) : nil
      }
      seen.append(("backup", backup.arguments, backup.environment))
      for (name, arguments, environment) in seen {
        #expect(arguments.contains("waymark") && !arguments.contains("secret"), "\(name)")
        #expect(environment.contains(database) == ["session", "backup"].contains(name), "\(name)")
        for secret in [password, client, key] {
          #expect(environment.contains(secret) == (name == "session"), "\(name)")
        }
      }
      let signIn = #"{"userId": "kim", "password": "\#(password)"}"#
      #expect(try HTTPClient(port: stack.port, token: nil).post("/api/v1/session", signIn).status == 204)
    }

    @Test("Prints exactly one line on standard output")
    func oneLine() throws {
      let stack = try Stack()
      try stack.kill9("edge")
      try eventually("the edge is back") {
        try HTTPClient(port: stack.port).get("/readyz").status == 200
      }
      stack.stop()
      #expect(stack.printed == "waymark ready http://127.0.0.1:\(stack.port)\n")
    }

    @Test("A port chosen by the system stays open while the edge is restarted")
    func portStays() throws {
      let stack = try Stack()
      let before = try stack.pid(of: "edge")
      try stack.kill9("edge")
      // The killed process may still accept a connection.
      try eventually("it has exited") { !isAlive(before) }
      try eventually("another edge responds on the same port") {
        let status = try HTTPClient(port: stack.port).get("/healthz").status
        return try status == 200 && stack.pid(of: "edge") != before
      }
    }

    @Test("A stopping edge serves the first request of an accepted connection")
    func measuresAcceptedBeforeStop() throws {
      let stack = try Stack()
      let client = HTTPClient(port: stack.port)
      // A stopping edge waits a second for the request. On a busy machine, it may be sent too late.
      for attempt in 1...10 {
        try eventually("the edge responds") { try client.get("/healthz").status == 200 }
        let before = try stack.pid(of: "edge")
        var seconds = 0.0
        let result = Result {
          try client.send("GET", "/healthz") {
            // Connections are accepted in order, so the first one has been accepted too.
            #expect(try client.get("/healthz").status == 200)
            kill(before, SIGTERM)
            seconds = try duration { try eventually("another edge runs") { try stack.pid(of: "edge") != before } }
          }
        }
        if seconds > 0.5, attempt < 10 { continue }
        #expect(try result.get().status == 200)
        return
      }
    }

    @Test("A second up on the same data fails in one line")
    func secondUp() throws {
      let stack = try Stack()
      let second = try stack.command("up", "--listen", "127.0.0.1:0")
      #expect(second.code == 1)
      #expect(second.output.isEmpty)
      #expect(second.errors.contains("another 'waymark up'"))
      #expect(second.errors.split(separator: "\n").count == 1)
      #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200)
    }

    @Test("Stops all processes on a signal", arguments: [SIGTERM, SIGINT])
    func measuresStopping(signal: Int32) throws {
      let stack = try Stack()
      let pids = try stack.pids().values
      var code: Int32 = -1
      let seconds = duration { code = stack.stop(signal: signal) }
      #expect(code == 0)
      #expect(seconds < (try allowance(3) { _ = try Executable.run(["--version"]) }))
      #expect(!pids.contains(where: isAlive))
      #expect(!FileManager.default.fileExists(atPath: stack.runDirectory + "/waymark.pids"))
    }

    @Test("The processes end with a killed up, and the next up can start immediately")
    func killedUp() throws {
      let folder = try TemporaryFolder()
      let stack = try Stack(folder: folder)
      let pids = try stack.pids().values
      stack.stop(signal: SIGKILL)
      try eventually("all have exited") { !pids.contains(where: isAlive) }
      let next = try Stack(folder: folder)
      #expect(try HTTPClient(port: next.port).get("/readyz").status == 200)
    }

    @Test("Reports a port in use in one line")
    func portTaken() throws {
      let stack = try Stack()
      let folder = try TemporaryFolder()
      let other = try Executable.run(["up", "--data", folder.path, "--listen", "127.0.0.1:\(stack.port)"])
      #expect(other.code == 1)
      #expect(other.errors.split(separator: "\n").count == 1, "\(other.errors)")
    }

    @Test("Only the owner can use the sockets")
    func permissions() throws {
      let stack = try Stack()
      func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
      }
      #expect(try mode(stack.runDirectory) == 0o700)
      for name in ["session", "stats", "milestone", "diversity", "outbound", "edge"] {
        #expect(try mode("\(stack.runDirectory)/\(name).sock") == 0o600)
      }
    }

    @Test("Six idle processes use little memory and start quickly")
    func measuresFootprint() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      // The processes are idle when the start has finished and there are no calls.
      var mebibytes = Double.infinity
      try eventually("the processes are idle and small") {
        mebibytes = min(mebibytes, try stack.proportionalMebibytes())
        return mebibytes < 50 || !Executable.isRelease
      }
      print("six processes: \(mebibytes) MiB of memory, ready after \(stack.secondsToReady) s")
      guard Executable.isRelease else { return }
      // Repeats the start if the machine was busy.
      var seconds = stack.secondsToReady
      let limit = try allowance(0.5) { _ = try Executable.run(["--version"]) }
      for _ in 0..<4 where seconds >= limit { seconds = min(seconds, try Stack().secondsToReady) }
      #expect(seconds < limit)
    }
  }
}
