import Foundation
import Synchronization
import Testing

extension SystemTests {
  @Suite("Rebuilds under load")
  struct RebuildTests {
    private static let rounds = 13

    @Test("Rebuilds during writes of six clients leave correct views, before and after a restart")
    func underTraffic() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      // A user with many months of data. Each write changes one month.
      let months = 60
      for month in 0..<months {
        #expect(try story.record(startingAt: Double(month - months) * 2_600_000).status == 201)
      }
      let written = Mutex(months)
      let isDone = Mutex(false)
      let clients = (0..<6).map { number in
        Thread {
          var count = 0
          while !isDone.withLock({ $0 }) {
            let month = (count * 7 + number) % months
            let offset = Double(month - months) * 2_600_000 + Double(number * 100_000 + count * 40 + 4_000)
            var status = try? story.record(startingAt: offset, lasting: 20).status
            // A write without a response may have succeeded; a retry then returns 200.
            if status != 201 {
              status = try? found("it is written") {
                let status = try story.record(startingAt: offset, lasting: 20).status
                return [200, 201].contains(status) ? status : nil
              }
            }
            if status != nil { written.withLock { $0 += 1 } }
            _ = try? story.summary()
            count += 1
          }
        }
      }
      for client in clients { client.start() }
      defer { isDone.withLock { $0 = true } }
      for round in 1...Self.rounds {
        let rebuilt = try stack.command("rebuild")
        #expect(rebuilt.code == 0, "round \(round): \(rebuilt.errors)")
        let verified = try stack.command("verify")
        #expect(verified.code == 0, "round \(round): \(verified.output)\(verified.errors)")
      }
      isDone.withLock { $0 = true }
      for client in clients { try eventually("a client finishes") { client.isFinished } }
      let count = written.withLock { Double($0) }
      #expect(try story.summary().number("totalPlayCount") == count)
      stack.stop()
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
      let again = try Stack(folder: stack.folder)
      let client = HTTPClient(port: again.port, token: story.client.token)
      #expect(try client.get("/api/v1/analytics/summary").object.number("totalPlayCount") == count)
    }

    @Test("The lag counts events that a view has not folded, even without a request to it")
    func lag() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<20 { _ = try story.record(startingAt: Double(index) * 3_600) }
      let total = try #require(try position(of: "session", stack).position)
      #expect(total > 20)
      for view in ["stats", "milestone", "diversity"] {
        let there = try position(of: view, stack)
        #expect(there.position == 0 && there.lag == total, "\(view): \(there)")
      }
      _ = try story.summary()
      try expectAllFolded("stats", stack, total)
      #expect(try position(of: "milestone", stack).lag == total)
      #expect(try stack.command("rebuild").code == 0)
      for view in ["stats", "milestone", "diversity"] { try expectAllFolded(view, stack, total) }
      stack.stop()
      let again = try Stack(folder: stack.folder)
      for view in ["stats", "milestone", "diversity"] { try expectAllFolded(view, again, total) }
    }

    private func expectAllFolded(_ view: String, _ stack: Stack, _ total: Int) throws {
      let there = try position(of: view, stack)
      #expect(there.position == total && there.lag == 0, "\(view): \(there)")
    }

    private func position(of name: String, _ stack: Stack) throws -> (position: Int?, lag: Int?) {
      let result = try stack.command("status", "--json")
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
      let row = try #require(rows.first { $0["name"] as? String == name })
      return (row["position"] as? Int, row["lag"] as? Int)
    }
  }
}
