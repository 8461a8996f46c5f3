import Proto
import SeededRandom
import Testing
import VirtualLoop

@testable import EdgeHTTP

/// The limits of attempts with several edges, over virtual time.
@Suite("Attempts at several edges")
struct SharedAttemptsTests {
  /// The first edge as the others see it. Its calls fail while it is not reachable.
  private final class FirstEdge: Upstream {
    let local = SignInAttempts(Limits.passwordsOfUser)
    let leased: LeasedAttempts
    var isReachable = true

    init(loop: Loop) {
      leased = LeasedAttempts(loop: loop) { [local] _ in local }
    }

    func call(
      _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
      _ completion: @escaping (RPC.RawResponse) -> Void
    ) {
      guard isReachable else { return completion(.fault(Fault(.unavailable, "the first edge has ended"))) }
      do throws(Fault) {
        if method == SiblingAPI.BeginAttempt.name {
          leased.begin(try CBORDecoder.decode(SiblingAPI.BeginAttempt.self, from: [UInt8](argument))) { reply in
            FirstEdge.send(reply, completion)
          }
        } else {
          leased.finish(try CBORDecoder.decode(SiblingAPI.FinishAttempt.self, from: [UInt8](argument)))
          FirstEdge.send(Nothing(), completion)
        }
      } catch {
        completion(.fault(error))
      }
    }

    private static func send(_ reply: some Encodable, _ completion: (RPC.RawResponse) -> Void) {
      do throws(Fault) {
        try CBOREncoder.encode(reply).withUnsafeBytes { completion(.reply($0, isValid: true)) }
      } catch {
        completion(.fault(error))
      }
    }
  }

  private final class Turns {
    var all: [SignInAttempts.Turn] = []
    func take(_ turn: SignInAttempts.Turn) { all.append(turn) }
  }

  private static let most = Limits.passwordsOfUser.most

  @Test("All edges together allow as many wrong attempts as one, in any order", arguments: UInt64(1)...20)
  func limitOfAll(seed: UInt64) {
    Simulation.run(seed: seed) { simulation in
      let loop = simulation.makeLoop()
      let first = FirstEdge(loop: loop)
      let edges: [any Attempts] =
        [first.local] + (2...4).map { _ in FirstEdgeAttempts(.user, first) as any Attempts }
      var tried = 0
      var rejected = 0
      var running: [any Attempts] = []
      for _ in 0..<400 {
        if simulation.random.next() % 2 == 0, let edge = running.popLast() {
          edge.finish("ada", .wrong, now: Int64(loop.now / 1_000_000))
        } else {
          let edge = edges[Int(simulation.random.next() % UInt64(edges.count))]
          edge.begin("ada", now: Int64(loop.now / 1_000_000)) { turn in
            guard turn == .now else { return rejected += 1 }
            tried += 1
            running.append(edge)
          }
        }
        simulation.advance(milliseconds: Int(simulation.random.next() % 3))
      }
      #expect(tried == Self.most && rejected > 0, "seed \(seed): \(tried) tried")
    }
  }

  @Test("An attempt of an edge that has ended is free again after its lease, and is not counted as wrong")
  func lease() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let first = FirstEdge(loop: loop)
      let (ended, other) = (Turns(), Turns())
      let edge = FirstEdgeAttempts(.user, first)
      for _ in 0..<Self.most { edge.begin("ada", now: 0, ended.take) }
      #expect(ended.all == Array(repeating: .now, count: Self.most) && first.leased.count == Self.most)
      first.local.begin("ada", now: Int64(loop.now / 1_000_000), other.take)
      simulation.advance(milliseconds: Limits.attemptLeaseMilliseconds - 1)
      #expect(other.all.isEmpty)
      simulation.advance(milliseconds: 1)
      #expect(other.all == [.now] && first.leased.count == 0)
      // A late end changes nothing.
      edge.finish("ada", .wrong, now: 0)
      for _ in 0..<Self.most - 1 { first.local.begin("ada", now: Int64(loop.now / 1_000_000), other.take) }
      #expect(other.all == Array(repeating: .now, count: Self.most))
    }
  }

  @Test("A turn that comes after the other edge has rejected its client is passed on")
  func lateTurn() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let first = FirstEdge(loop: loop)
      let turns = Turns()
      for _ in 0..<Self.most { first.local.begin("ada", now: Int64(loop.now / 1_000_000)) { _ in } }
      FirstEdgeAttempts(.user, first).begin("ada", now: 0, turns.take)
      simulation.advance(milliseconds: Int(Limits.attemptWaitMilliseconds) + 1)
      let next = Turns()
      first.local.begin("ada", now: Int64(loop.now / 1_000_000), next.take)
      loop.schedule(afterMilliseconds: 0) { first.local.finish("ada", .right, now: Int64(loop.now / 1_000_000)) }
      simulation.settle()
      #expect(turns.all == [.busy] && first.leased.count == 0)
      #expect(next.all == [.now])
    }
  }

  @Test("Without the first edge no attempt is made, and its rejections are passed on")
  func unreachable() {
    Simulation.run { simulation in
      let first = FirstEdge(loop: simulation.makeLoop())
      let turns = Turns()
      let edge = FirstEdgeAttempts(.user, first)
      first.isReachable = false
      edge.begin("ada", now: 0, turns.take)
      #expect(turns.all == [.busy])
      first.isReachable = true
      for _ in 0..<Self.most {
        edge.begin("ada", now: 0, turns.take)
        edge.finish("ada", .wrong, now: 0)
      }
      edge.begin("ada", now: 0, turns.take)
      #expect(turns.all.last == .rejected(3_600))
      edge.begin("eve", now: 0, turns.take)
      #expect(turns.all.last == .now)
    }
  }
}
