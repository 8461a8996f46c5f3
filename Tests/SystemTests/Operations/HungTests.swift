import Foundation
import Programs
import Testing

extension SystemTests {
  @Suite("Processes that hang")
  struct HungTests {
    @Test("One that stops answering is killed and started again", arguments: Stack.names)
    func stopped(name: String) throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "2s"])
      let before = try stack.pids()
      let hung = try #require(before[name])
      // It has to have answered once, or it is taken for one that is starting. It is asked each half second.
      try eventually(within: 5, "it answers") { try stack.command("status").code == 0 }
      poll(nil, 0, 1_600)
      kill(hung, SIGSTOP)
      let seconds = try duration {
        try eventually(within: 8, "another one works in its place") {
          try stack.pid(of: name) != hung && HTTPClient(port: stack.port).get("/readyz").status == 200
        }
      }
      #expect(seconds > 1.5, "killed too early")
      #expect(stack.log.contains("does not answer and is killed"))
      for other in Stack.names where other != name { #expect(try stack.pid(of: other) == before[other]) }
    }

    @Test("No process is killed because all of them stood still together, as when the machine sleeps")
    func asleep() throws {
      let stack = try Stack(environment: ["WAYMARK_WATCHDOG": "2s"])
      let before = try stack.pids()
      poll(nil, 0, 800)
      let all = [stack.program.pid] + before.values
      for pid in all { kill(pid, SIGSTOP) }
      poll(nil, 0, 4_000)
      // The one who asks goes on first, which is the worst order.
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
