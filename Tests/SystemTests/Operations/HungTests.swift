import Foundation
import Programs
import Testing

extension SystemTests {
  @Suite("Hung processes")
  struct HungTests {
    @Test("Kills and restarts a process that stops responding", arguments: Stack.names)
    func measuresRestart(name: String) throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "2s"])
      let before = try stack.pids()
      let hung = try #require(before[name])
      // Before its first response to a probe, a process counts as starting. A probe is sent about every half second.
      try eventually("it responds") { try stack.command("status").code == 0 }
      poll(nil, 0, 1_600)
      kill(hung, SIGSTOP)
      let seconds = try duration {
        try eventually("a new process works in its place") {
          try stack.pid(of: name) != hung && HTTPClient(port: stack.port).get("/readyz").status == 200
        }
      }
      #expect(seconds > 1.5, "killed too early")
      #expect(stack.log.contains("does not respond and is killed"))
      for other in Stack.names where other != name { #expect(try stack.pid(of: other) == before[other]) }
    }

    @Test("Kills no process after all were suspended together, as when the machine sleeps")
    func measuresSuspension() throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "2s"])
      let before = try stack.pids()
      poll(nil, 0, 800)
      let all = [stack.program.pid] + before.values
      for pid in all { kill(pid, SIGSTOP) }
      poll(nil, 0, 4_000)
      // The supervisor continues first, which is the worst order.
      for pid in all {
        kill(pid, SIGCONT)
        poll(nil, 0, 100)
      }
      poll(nil, 0, 3_000)
      #expect(try stack.pids() == before)
      #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200)
    }
  }
}
