internal import Queueing

/// Which of a service's large replies are made now. What is being made and what the peers have not read yet stay
/// within one budget, of which no peer gets more than its share; what waits is taken by user in turn.
struct BulkTurns<Work> {
  typealias Peer = ByteBudget.Owner

  struct Turn {
    var peer: Peer
    var bytes: Int
    var work: Work
  }

  private var budget: ByteBudget
  private var waiting = FairQueue<Turn>(quantum: RPCLimits.bulkQuantumBytes)

  init(total: Int = RPCLimits.replyBytes, shares: Int = RPCLimits.replyShares) {
    budget = ByteBudget(total: total, shares: shares)
  }

  var isWaiting: Bool { !waiting.isEmpty }
  var isOver: Bool { budget.isOver }

  mutating func open() -> Peer { budget.open() }

  /// The peer is gone, and all that was made for it.
  mutating func close(_ peer: Peer) { budget.close(peer) }

  /// Begins at once, or is to wait: then the answer is false.
  mutating func begin(_ bytes: Int, for peer: Peer) -> Bool {
    guard Self.hasRoom(for: peer, in: budget) else { return false }
    budget.add(bytes, to: peer)
    return true
  }

  mutating func wait(_ work: Work, _ bytes: Int, for peer: Peer, of user: String) {
    waiting.add(Turn(peer: peer, bytes: bytes, work: work), of: user, cost: bytes)
  }

  /// Too many wait: one of the user who has most, to be refused.
  mutating func takeExcess(over limit: Int) -> Work? {
    waiting.count > limit ? waiting.takeFromLongest()?.item.work : nil
  }

  /// Those that are no longer waited for.
  mutating func takeGone(where isGone: (Work) -> Bool) -> [Work] {
    waiting.removeAll { isGone($0.work) }.map(\.work)
  }

  /// The next that may begin; it counts from now on.
  mutating func next() -> Turn? {
    let budget = budget
    guard let turn = waiting.takeFirst(where: { Self.hasRoom(for: $0.peer, in: budget) })?.item else { return nil }
    self.budget.add(turn.bytes, to: turn.peer)
    return turn
  }

  /// Bytes that a peer holds more, or fewer where `count` is negative.
  mutating func add(_ count: Int, to peer: Peer) {
    budget.add(count, to: peer)
  }

  /// For the largest reply there is: where only small ones found room, a large one would wait for ever.
  private static func hasRoom(for peer: Peer, in budget: ByteBudget) -> Bool {
    budget.hasRoom(for: RPCLimits.frameBytes, of: peer)
  }
}
