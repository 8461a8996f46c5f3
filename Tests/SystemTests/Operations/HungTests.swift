import Foundation
import Programs
import Testing

extension SystemTests {
  /// `LivenessTests` cover the times; these tests need real processes.
  @Suite("Hung processes")
  struct HungTests {
    @Test("Kills and restarts a process that stops responding", arguments: Stack.names)
    func measuresRestart(name: String) throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "2s"])
      let before = try stack.pids()
      let hung = try #require(before[name])
      try found("a new process works in its place") {
        // Before its first response to a probe, a process counts as starting and is not killed.
        kill(hung, SIGCONT)
        poll(nil, 0, 1_000)
        kill(hung, SIGSTOP)
        return try? eventually(within: 15, "it is replaced") { try stack.pid(of: name) != hung }
      }
      try eventually("all are ready") { try HTTPClient(port: stack.port).get("/readyz").status == 200 }
      #expect(stack.log.contains("does not respond and is killed"))
      for other in Stack.names where other != name { #expect(try stack.pid(of: other) == before[other]) }
    }

    @Test("Kills no process after all were suspended together, as when the machine sleeps")
    func measuresSuspension() throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "6s"])
      let before = try stack.pids()
      try eventually("all respond") { try stack.command("status").code == 0 }
      let all = [stack.program.pid] + before.values
      for pid in all { kill(pid, SIGSTOP) }
      poll(nil, 0, 7_000)
      // The supervisor continues first, which is the worst order.
      for pid in all {
        kill(pid, SIGCONT)
        poll(nil, 0, 100)
      }
      try eventually("all respond again") { try stack.command("status").code == 0 }
      #expect(try stack.pids() == before)
      #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200)
    }
  }
}
