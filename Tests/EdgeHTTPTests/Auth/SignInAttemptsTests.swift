import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite("Attempts to sign in")
struct SignInAttemptsTests {
  /// Returns the turn if `begin` calls back at once.
  private final class Calls {
    var turns: [SignInAttempts.Turn] = []
    func take(_ turn: SignInAttempts.Turn) { turns.append(turn) }
  }

  @Test("Allows ten failed attempts in a minute, sequential or concurrent, and rejects others until the first expires")
  func limit() {
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    let calls = Calls()
    for _ in 0..<50 { attempts.begin("a", now: 0, calls.take) }
    #expect(calls.turns == Array(repeating: .now, count: 10))
    for _ in 0..<10 { attempts.finish("a", .wrong, now: 1_000) }
    #expect(calls.turns.count == 50 && calls.turns.dropFirst(10).allSatisfy { $0 == .rejected(60) })
    calls.turns = []
    attempts.begin("a", now: 60_001, calls.take)
    #expect(calls.turns == [.rejected(1)])
    attempts.begin("b", now: 60_001, calls.take)
    attempts.begin("a", now: 61_000, calls.take)
    #expect(calls.turns.dropFirst() == [.now, .now])
  }

  @Test("Valid attempts may wait for each other, but all succeed")
  func right() {
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    let calls = Calls()
    for _ in 0..<60 { attempts.begin("a", now: 0, calls.take) }
    for done in 1...60 {
      attempts.finish("a", .right, now: 1)
      #expect(calls.turns.count == min(60, done + 10))
    }
    #expect(calls.turns.allSatisfy { $0 == .now })
  }

  @Test("Attempts beyond the queue of a key get a time to retry, and do not count as failed")
  func busy() {
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    let calls = Calls()
    let most = Limits.signInsOfAddress.most + Limits.waitingAttempts
    for _ in 0..<most + 5 { attempts.begin("a", now: 0, calls.take) }
    #expect(calls.turns.filter { $0 == .busy }.count == 5)
    for _ in 0..<most { attempts.finish("a", .right, now: 1) }
    #expect(calls.turns.filter { $0 == .now }.count == most && calls.turns.count == most + 5)
    attempts.begin("a", now: 2, calls.take)
    #expect(calls.turns.last == .now)
  }

  @Test("A guesser with many keys neither blocks others nor erases the count of one key")
  func manyKeys() {
    let attempts = SignInAttempts(Limits.passwordsOfUser)
    let calls = Calls()
    for _ in 0..<Limits.passwordsOfUser.most {
      attempts.begin("target", now: 0, calls.take)
      attempts.finish("target", .wrong, now: 0)
    }
    for index in 0..<3 * Limits.attemptKeys {
      attempts.begin("\(index)", now: 1, calls.take)
      attempts.finish("\(index)", .wrong, now: 1)
    }
    #expect(calls.turns.allSatisfy { $0 == .now })
    attempts.begin("target", now: 2, calls.take)
    #expect(calls.turns.last == .rejected(3_600))
    attempts.begin("another", now: 2, calls.take)
    #expect(calls.turns.last == .now)
  }

  @Test("No attempt waits unless one is running, and each is called exactly once")
  func full() {
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    var called = 0
    var open: [String] = []
    for index in 0..<2_000 {
      let address = "\(index % 500)"
      attempts.begin(address, now: 0) { turn in
        called += 1
        if turn == .now { open.append(address) }
      }
    }
    #expect(open.count == Limits.attemptsAtOnce)
    while let address = open.popLast() { attempts.finish(address, .undecided, now: 1) }
    #expect(called == 2_000)
  }

  @Test("No window of a minute has more failed attempts than allowed, in any order of events")
  func windows() {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    var (now, open, wrong): (Int64, Int, [Int64]) = (0, 0, [])
    for _ in 0..<20_000 {
      now += Int64.random(in: 0...2_000, using: &random)
      if Bool.random(using: &random) {
        attempts.begin("a", now: now) { if $0 == .now { open += 1 } }
      } else if open > 0 {
        open -= 1
        let isWrong = Int.random(in: 0..<3, using: &random) > 0
        if isWrong { wrong.append(now) }
        attempts.finish("a", isWrong ? .wrong : .right, now: now)
      }
    }
    #expect(wrong.count > 100, "seed \(seed)")
    for (index, time) in wrong.enumerated().dropFirst(Limits.signInsOfAddress.most) {
      #expect(
        time - wrong[index - Limits.signInsOfAddress.most] >= Limits.signInsOfAddress.milliseconds, "seed \(seed)")
    }
  }

  @Test("Limits the number of stored addresses")
  func memory() {
    let attempts = SignInAttempts(Limits.signInsOfAddress)
    for index in 0..<50_000 {
      attempts.begin("\(index)", now: Int64(index), { _ in })
      attempts.finish("\(index)", index % 100 == 0 ? .wrong : .right, now: Int64(index))
    }
    let kept = Mirror(reflecting: attempts).children.first { $0.label == "keys" }?.value as? any Collection
    #expect(kept.map { $0.count <= Limits.attemptKeys } == true)
  }
}
