internal import Queueing

/// Decides which large replies of a service are made now. Replies that are being made and replies that peers have not
/// read share one budget, of which each peer has a quota. The others wait in a fair queue by user.
struct ReplyQueue<Work> {
  typealias Peer = ByteBudget.Owner

  struct Entry {
    var peer: Peer
    var bytes: Int
    var work: Work
  }

  private var budget: ByteBudget
  private var waiting = FairQueue<Entry>(quantum: RPCLimits.bulkQuantumBytes)

  init(total: Int = RPCLimits.replyBytes, shares: Int = RPCLimits.replyShares) {
    budget = ByteBudget(total: total, shares: shares)
  }

  var isWaiting: Bool { !waiting.isEmpty }
  var isOver: Bool { budget.isOver }

  mutating func open() -> Peer { budget.open() }

  /// Releases everything that the peer holds.
  mutating func close(_ peer: Peer) { budget.close(peer) }

  /// Reserves the bytes, or returns false if the call must wait.
  mutating func start(_ bytes: Int, for peer: Peer) -> Bool {
    guard Self.hasRoom(for: peer, in: budget) else { return false }
    budget.add(bytes, to: peer)
    return true
  }

  mutating func enqueue(_ work: Work, _ bytes: Int, for peer: Peer, of user: String) {
    waiting.add(Entry(peer: peer, bytes: bytes, work: work), of: user, cost: bytes)
  }

  /// If more than `limit` wait, removes one of the user with the most.
  mutating func takeExcess(over limit: Int) -> Work? {
    waiting.count > limit ? waiting.takeFromLongest()?.item.work : nil
  }

  /// Removes all that match.
  mutating func takeAll(where matches: (Work) -> Bool) -> [Work] {
    waiting.removeAll { item, _ in matches(item.work) }.map(\.work)
  }

  /// Removes the next that may start, and reserves its bytes.
  mutating func next() -> Entry? {
    let budget = budget
    guard let entry = waiting.takeFirst(where: { Self.hasRoom(for: $0.peer, in: budget) })?.item else { return nil }
    self.budget.add(entry.bytes, to: entry.peer)
    return entry
  }

  /// Adds to what the peer holds; a negative count releases bytes.
  mutating func add(_ count: Int, to peer: Peer) {
    budget.add(count, to: peer)
  }

  /// Always checks for the largest reply: if small ones could start with less, a large one might wait forever.
  private static func hasRoom(for peer: Peer, in budget: ByteBudget) -> Bool {
    budget.hasRoom(for: RPCLimits.frameBytes, of: peer)
  }
}
