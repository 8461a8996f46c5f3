import Foundation
import SeededRandom
import Testing

extension SystemTests {
  @Suite("Rucks: random histories over HTTP")
  struct RuckHistoryTests {
    private static let seeds: [UInt64] = {
      if let seed = repeatedTestSeed() { return [seed] }
      let first = firstTestSeed()
      return (0..<3).map { first + $0 }
    }()

    @Test("Every read of rucks equals the slow model, through kills and rebuilds", arguments: seeds)
    func sameAsModel(seed: UInt64) throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      var history = RuckHistory(seed: seed, client: client)
      func expectNothing(_ found: String?, _ step: Int) throws {
        try #require(found == nil, "\(found ?? "") after step \(step), WAYMARK_SEED=\(seed)")
      }
      for step in 0..<300 {
        try expectNothing(history.step(), step)
        if history.chance(8) { try expectNothing(history.difference(), step) }
        switch step {
        case 100:
          // Kill the view, then the journal.
          for name in ["stats", "session"] { try kill(name, of: stack, client) }
          try expectNothing(history.difference(), step)
        case 200:
          let rebuilt = try stack.command("rebuild", "stats")
          #expect(rebuilt.code == 0, "\(rebuilt.errors)")
          try expectNothing(history.difference(), step)
        default: break
        }
      }
      try expectNothing(history.difference(), 300)
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    }

    private func kill(_ name: String, of stack: Stack, _ client: HTTPClient) throws {
      let before = try stack.pid(of: name)
      try stack.kill9(name)
      try eventually("everything responds again") {
        guard try stack.pid(of: name) != before else { return false }
        return try client.get("/readyz").status == 200 && client.get("/api/v1/rucks/records").status == 200
      }
    }
  }
}
