import CBOR
import Loop
import SeededRandom
import Testing

@testable import RPC

@Suite struct ReplyQueueTests {
  private static let frame = RPCLimits.frameBytes

  @Test("A peer uses its quota, others use the rest of the budget, and further calls wait by user")
  func shares() {
    var queue = ReplyQueue<String>(total: 8 * Self.frame, shares: 2)
    let (greedy, light) = (queue.open(), queue.open())
    for _ in 0..<4 { #expect(queue.start(Self.frame, for: greedy) == true) }
    #expect(queue.start(Self.frame, for: greedy) == false)
    for number in 0..<3 { queue.enqueue("greedy \(number)", Self.frame, for: greedy, of: "g") }
    #expect(queue.next() == nil, "the budget has memory, but not for this peer")
    #expect(queue.start(Self.frame, for: light) == true)
    queue.enqueue("ada", Self.frame, for: greedy, of: "ada")
    queue.add(-2 * Self.frame, to: greedy)
    let begun = [queue.next()?.work, queue.next()?.work]
    #expect(Set(begun) == ["ada", "greedy 0"])
    #expect(queue.next() == nil && queue.isWaiting)
  }

  @Test("Unread bytes of many peers use up the budget")
  func unread() {
    var queue = ReplyQueue<String>(total: 8 * Self.frame, shares: 2)
    let peers = (0..<100).map { _ in queue.open() }
    var begun = 0
    for peer in peers where queue.start(1 << 20, for: peer) {
      begun += 1
      queue.add(-(1 << 20) + Self.frame, to: peer)
    }
    #expect(begun == 8)
    queue.enqueue("light", 1, for: peers[99], of: "light")
    #expect(queue.next() == nil)
    queue.close(peers[0])
    #expect(queue.next()?.work == "light", "closing a peer releases its memory")
  }

  @Test("Removes excess calls of the user with the most, and calls that are not wanted")
  func excess() {
    var queue = ReplyQueue<String>(total: Self.frame, shares: 1)
    let peer = queue.open()
    #expect(queue.start(1, for: peer) == true)
    for number in 0..<5 { queue.enqueue("greedy \(number)", 10, for: peer, of: "g") }
    queue.enqueue("light", 10, for: peer, of: "l")
    #expect(queue.takeExcess(over: 6) == nil)
    #expect(queue.takeExcess(over: 5) == "greedy 4")
    #expect(queue.takeAll { $0 == "greedy 1" } == ["greedy 1"])
    queue.add(-1, to: peer)
    let first = queue.next()?.work
    #expect(first == "greedy 0" || first == "light")
  }

  @Test("The budget and the quotas hold for random calls, and no call waits forever", arguments: UInt64(0)..<20)
  func bounds(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = ReplyQueue<Int>(total: 6 * Self.frame, shares: 2)
    let peers = (0..<4).map { _ in queue.open() }
    var held: [(peer: Int, bytes: Int)] = []
    var waiting = 0
    func check() {
      let all = held.reduce(0) { $0 + $1.bytes }
      #expect(all <= 6 * Self.frame)
      for peer in peers.indices {
        #expect(held.reduce(0) { $0 + ($1.peer == peer ? $1.bytes : 0) } <= 3 * Self.frame)
      }
    }
    for _ in 0..<500 {
      let (peer, bytes) = (Int.random(in: 0..<4, using: &random), Int.random(in: 1...Self.frame, using: &random))
      if Bool.random(using: &random), let last = held.popLast() {
        queue.add(-last.bytes, to: peers[last.peer])
      } else if queue.start(bytes, for: peers[peer]) {
        held.append((peer, bytes))
      } else {
        queue.enqueue(peer, bytes, for: peers[peer], of: "\(bytes % 3)")
        waiting += 1
      }
      check()
      while let turn = queue.next() {
        held.append((turn.work, turn.bytes))
        waiting -= 1
      }
      check()
    }
    while !held.isEmpty || waiting > 0 {
      if let last = held.popLast() { queue.add(-last.bytes, to: peers[last.peer]) }
      while let turn = queue.next() {
        held.append((turn.work, turn.bytes))
        waiting -= 1
      }
      if held.isEmpty { #expect(waiting == 0) }
      if held.isEmpty { break }
    }
    #expect(!queue.isWaiting)
  }
}
