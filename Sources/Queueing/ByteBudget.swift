/// A budget of waiting bytes, with a quota per owner. Existing bytes are always counted, even above the budget. The
/// budget only decides whether more fit.
public struct ByteBudget: Sendable {
  /// An owner of bytes, valid until it is closed.
  public struct Owner: Hashable, Sendable {
    fileprivate let place: Int
  }

  public let total: Int
  /// The quota of one owner.
  public let share: Int
  public private(set) var used = 0
  private var held: [Int] = []
  private var free: [Int] = []

  /// The quota of an owner is one of `shares` equal parts.
  public init(total: Int, shares: Int) {
    self.total = max(1, total)
    share = max(1, self.total / max(1, shares))
  }

  public mutating func open() -> Owner {
    if let place = free.popLast() { return Owner(place: place) }
    held.append(0)
    return Owner(place: held.count - 1)
  }

  /// Releases all bytes of the owner.
  public mutating func close(_ owner: Owner) {
    used -= held[owner.place]
    held[owner.place] = 0
    free.append(owner.place)
  }

  public func held(by owner: Owner) -> Int { held[owner.place] }

  /// Adds bytes; a negative count releases them.
  public mutating func add(_ count: Int, to owner: Owner) {
    used += count
    held[owner.place] += count
    assert(held[owner.place] >= 0, "more bytes were released than were added")
  }

  /// Whether `count` more bytes fit the owner's quota and the budget. An item above the quota fits if its owner holds
  /// nothing, and one above the budget if no owner does: otherwise it would wait forever.
  public func hasRoom(for count: Int, of owner: Owner) -> Bool {
    let own = held[owner.place]
    return (own == 0 || own + count <= share) && (used == 0 || used + count <= total)
  }

  public var isOver: Bool { used > total }
  public func isOver(_ owner: Owner) -> Bool { held[owner.place] > share }
}
