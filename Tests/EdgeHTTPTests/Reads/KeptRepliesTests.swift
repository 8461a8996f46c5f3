import API
import Chronology
import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite("The kept replies of views")
struct KeptRepliesTests {
  private typealias Target = KeptReplies.Target
  private let now = QuarterHour(of: Instant(seconds: 0))

  private func head(_ seq: Int64, _ checksum: Int64 = 7) -> SessionAPI.Head {
    SessionAPI.Head(seq: seq, checksum: checksum)
  }

  private func reply(_ count: Int, of byte: UInt8 = 1) -> KeptReply {
    KeptReply(body: Array(repeating: byte, count: count), tag: [])
  }

  private func target(_ number: UInt8) -> Target { Target(route: 3, argument: [number]) }

  @Test("A reply is found at its head, for its user and call, in its quarter of an hour")
  func found() {
    var kept = KeptReplies()
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now) == nil)
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now)?.body.count == 10)
    #expect(kept.find(target(2), of: "ada", at: head(1), in: now) == nil)
    #expect(kept.find(Target(route: 4, argument: [1]), of: "ada", at: head(1), in: now) == nil)
    #expect(kept.find(target(1), of: "eve", at: head(1), in: now) == nil)
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now) != nil)
  }

  @Test(
    "Another head removes a user's replies: a later one, another history, or none",
    arguments: [SessionAPI.Head(seq: 2, checksum: 8), .init(seq: 1, checksum: 8), .init(seq: 0, checksum: 0)])
  func otherHead(other: SessionAPI.Head) {
    var kept = KeptReplies()
    _ = kept.find(target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(10), target(1), of: "eve", at: head(1), in: now)
    #expect(kept.find(target(1), of: "ada", at: other, in: now) == nil)
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now) == nil)
    #expect(kept.find(target(1), of: "eve", at: head(1), in: now) != nil)
  }

  @Test("A reply to a call at an earlier head does not replace those at the newest one")
  func late() {
    var kept = KeptReplies()
    _ = kept.find(target(1), of: "ada", at: head(1), in: now)
    _ = kept.find(target(1), of: "ada", at: head(2), in: now)
    kept.keep(reply(2), target(1), of: "ada", at: head(2), in: now)
    kept.keep(reply(1), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.find(target(1), of: "ada", at: head(2), in: now)?.body.count == 2)
  }

  @Test("No reply is used outside its quarter of an hour, forwards or backwards", arguments: [900, -1] as [Int64])
  func quarters(second: Int64) {
    var kept = KeptReplies()
    let other = QuarterHour(of: Instant(seconds: second))
    _ = kept.find(target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.find(target(1), of: "ada", at: head(1), in: other) == nil)
    #expect(kept.bytes == 0)
    // A reply that was requested before.
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.bytes == 0)
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: other)
    kept.tidy(in: other)
    #expect(kept.count == 1)
    kept.tidy(in: now)
    #expect(kept.bytes == 0)
  }

  @Test("A deleted account leaves nothing")
  func removed() {
    var kept = KeptReplies()
    _ = kept.find(target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(10), target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(10), target(1), of: "eve", at: head(1), in: now)
    kept.remove("ada")
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now) == nil)
    #expect(kept.find(target(1), of: "eve", at: head(1), in: now) != nil)
  }

  @Test("Large replies are not kept, and a user with too many begins again")
  func bounds() {
    let bounds = KeptReplies.Bounds(all: 160_000, reply: 4_000, userShare: 16)
    var kept = KeptReplies(bounds: bounds)
    _ = kept.find(target(1), of: "ada", at: head(1), in: now)
    kept.keep(reply(4_001), target(0), of: "ada", at: head(1), in: now)
    #expect(kept.count == 0)
    kept.keep(reply(4_000), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.count == 1)
    kept.keep(reply(4_000), target(1), of: "ada", at: head(1), in: now)
    #expect(kept.count == 1)
    kept.keep(reply(4_000), target(2), of: "ada", at: head(1), in: now)
    #expect(kept.find(target(1), of: "ada", at: head(1), in: now) == nil)
    #expect(kept.find(target(2), of: "ada", at: head(1), in: now) != nil)
    #expect(kept.bytes <= bounds.user)
  }

  @Test("10,000 users stay within the bound, and the users who read keep their replies")
  func manyUsers() {
    let bounds = KeptReplies.Bounds(all: 1 << 20, reply: 4_000, userShare: 16)
    var kept = KeptReplies(bounds: bounds)
    for number in 0..<10_000 {
      let user = "user\(number)"
      _ = kept.find(target(1), of: user, at: head(1), in: now)
      kept.keep(reply(2_000), target(1), of: user, at: head(1), in: now)
      #expect(kept.bytes <= bounds.all)
      #expect(kept.find(target(1), of: "user0", at: head(1), in: now) != nil)
    }
    #expect(kept.count > 100)
    #expect(kept.find(target(1), of: "user9999", at: head(1), in: now) != nil)
    #expect(kept.find(target(1), of: "user1", at: head(1), in: now) == nil)
  }

  @Test("A reply that is found always belongs to this head, and the bound holds")
  func random() {
    for seed in UInt64(1)...40 {
      var dice = SplitMix(seed: seed)
      let bounds = KeptReplies.Bounds(all: 40_000, reply: 1_000, userShare: 8)
      var kept = KeptReplies(bounds: bounds)
      var second: Int64 = 0
      var heads: [String: Int64] = [:]
      for _ in 0..<2_000 {
        let user = "user\(Int.random(in: 0..<12, using: &dice))"
        let target = target(UInt8.random(in: 0..<6, using: &dice))
        let quarter = QuarterHour(of: Instant(seconds: second))
        switch Int.random(in: 0..<20, using: &dice) {
        case 0: heads[user, default: 1] += 1
        case 1: kept.remove(user)
        case 2: second += Int64.random(in: -300...300, using: &dice)
        default:
          let seq = heads[user, default: 1]
          let mark = UInt8(truncatingIfNeeded: Int(seq) &* 31 &+ Int(quarter.number) &* 7)
          if let found = kept.find(target, of: user, at: head(seq), in: quarter) {
            #expect(found.body.allSatisfy { $0 == mark }, "seed \(seed)")
          } else {
            let size = Int.random(in: 0...1_100, using: &dice)
            // The reply may arrive after a write or after the quarter of an hour.
            if Int.random(in: 0..<8, using: &dice) == 0 { heads[user, default: 1] += 1 }
            kept.keep(reply(size, of: mark), target, of: user, at: head(seq), in: quarter)
          }
        }
        #expect(kept.bytes >= 0 && kept.bytes <= bounds.all, "seed \(seed)")
      }
      kept.tidy(in: QuarterHour(of: Instant(seconds: 1 << 40)))
      #expect(kept.bytes == 0, "seed \(seed)")
    }
  }
}
