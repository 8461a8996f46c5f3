import CBOR
import Loop
import Testing

@testable import RPC

@Suite struct BulkTurnsTests {
  private static let frame = RPCLimits.frameBytes

  @Test("A peer begins what fits its share, others what is left, and the rest waits by user in turn")
  func shares() {
    var turns = BulkTurns<String>(total: 8 * Self.frame, shares: 2)
    let (greedy, light) = (turns.open(), turns.open())
    for _ in 0..<4 { #expect(turns.begin(Self.frame, for: greedy) == true) }
    #expect(turns.begin(Self.frame, for: greedy) == false)
    for number in 0..<3 { turns.wait("greedy \(number)", Self.frame, for: greedy, of: "g") }
    #expect(turns.next() == nil, "there is room, only not for this peer")
    #expect(turns.begin(Self.frame, for: light) == true)
    turns.wait("ada", Self.frame, for: greedy, of: "ada")
    turns.add(-2 * Self.frame, to: greedy)
    let begun = [turns.next()?.work, turns.next()?.work]
    #expect(Set(begun) == ["ada", "greedy 0"])
    #expect(turns.next() == nil && turns.isWaiting)
  }

  @Test("Bytes that peers have not read leave no room, however many peers they are spread over")
  func unread() {
    var turns = BulkTurns<String>(total: 8 * Self.frame, shares: 2)
    let peers = (0..<100).map { _ in turns.open() }
    var begun = 0
    for peer in peers where turns.begin(1 << 20, for: peer) {
      begun += 1
      turns.add(-(1 << 20) + Self.frame, to: peer)
    }
    #expect(begun == 8)
    turns.wait("light", 1, for: peers[99], of: "light")
    #expect(turns.next() == nil)
    turns.close(peers[0])
    #expect(turns.next()?.work == "light", "who is parted with makes room")
  }

  @Test("Too many that wait cost the user with most of them one; those that are no longer waited for can be taken out")
  func excess() {
    var turns = BulkTurns<String>(total: Self.frame, shares: 1)
    let peer = turns.open()
    #expect(turns.begin(1, for: peer) == true)
    for number in 0..<5 { turns.wait("greedy \(number)", 10, for: peer, of: "g") }
    turns.wait("light", 10, for: peer, of: "l")
    #expect(turns.takeExcess(over: 6) == nil)
    #expect(turns.takeExcess(over: 5) == "greedy 4")
    #expect(turns.takeGone { $0 == "greedy 1" } == ["greedy 1"])
    turns.add(-1, to: peer)
    let first = turns.next()?.work
    #expect(first == "greedy 0" || first == "light")
  }

  @Test("Whatever comes, the budget and the shares hold, and what waits begins when nothing is held", arguments: 0..<20)
  func bounds(seed: Int) {
    var random = SystemRandomNumberGenerator()
    var turns = BulkTurns<Int>(total: 6 * Self.frame, shares: 2)
    let peers = (0..<4).map { _ in turns.open() }
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
        turns.add(-last.bytes, to: peers[last.peer])
      } else if turns.begin(bytes, for: peers[peer]) {
        held.append((peer, bytes))
      } else {
        turns.wait(peer, bytes, for: peers[peer], of: "\(bytes % 3)")
        waiting += 1
      }
      check()
      while let turn = turns.next() {
        held.append((turn.work, turn.bytes))
        waiting -= 1
      }
      check()
    }
    while !held.isEmpty || waiting > 0 {
      if let last = held.popLast() { turns.add(-last.bytes, to: peers[last.peer]) }
      while let turn = turns.next() {
        held.append((turn.work, turn.bytes))
        waiting -= 1
      }
      if held.isEmpty { #expect(waiting == 0) }
      if held.isEmpty { break }
    }
    #expect(!turns.isWaiting)
  }
}
