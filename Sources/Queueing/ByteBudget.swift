/// One bound for all bytes that wait, and who holds how many of them. What is there is always counted, also over the
/// bound; the bound says whether there is room for more.
public struct ByteBudget: Sendable {
  /// An owner of bytes: a place in the budget, valid until it is closed.
  public struct Owner: Hashable, Sendable {
    fileprivate let place: Int
  }

  public let total: Int
  /// What one owner may hold.
  public let share: Int
  public private(set) var used = 0
  private var held: [Int] = []
  private var free: [Int] = []

  /// No owner may hold more than one of `shares` equal parts.
  public init(total: Int, shares: Int) {
    self.total = max(1, total)
    share = max(1, self.total / max(1, shares))
  }

  public mutating func open() -> Owner {
    if let place = free.popLast() { return Owner(place: place) }
    held.append(0)
    return Owner(place: held.count - 1)
  }

  /// Gives back all that the owner holds.
  public mutating func close(_ owner: Owner) {
    used -= held[owner.place]
    held[owner.place] = 0
    free.append(owner.place)
  }

  public func held(by owner: Owner) -> Int { held[owner.place] }

  /// Counts what came, or what has gone where `count` is negative.
  public mutating func add(_ count: Int, to owner: Owner) {
    used += count
    held[owner.place] += count
    assert(held[owner.place] >= 0, "more was given back than was held")
  }

  /// Whether `count` bytes more fit, of the owner's share and of the whole. Something that is larger than a share
  /// fits when its owner holds nothing, and what is larger than the whole when none does: it must not wait for ever.
  public func hasRoom(for count: Int, of owner: Owner) -> Bool {
    let own = held[owner.place]
    return (own == 0 || own + count <= share) && (used == 0 || used + count <= total)
  }

  public var isOver: Bool { used > total }
  public func isOver(_ owner: Owner) -> Bool { held[owner.place] > share }
}
