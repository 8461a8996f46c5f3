/// Waiting work in a queue for each user, taken in turn by its cost (deficit round robin): over any stretch of time the
/// users who wait get equal shares of cost, however many items each has put in. A user with little to do is served at
/// the next turn, behind at most one item of each other user.
///
/// Nothing is kept of a user who waits for nothing.
public struct FairQueue<Item> {
  private struct Entry {
    var item: Item
    var cost: Int
  }

  /// The items of one user, the oldest first.
  private struct Line {
    var user: String
    var entries: [Entry?] = []
    var first = 0
    var cost = 0
    /// What this user may still spend of the turn.
    var credit = 0
    var hasTurn = false

    var isEmpty: Bool { first == entries.count }
    var oldest: Item? { isEmpty ? nil : entries[first]?.item }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      cost += entry.cost
    }

    mutating func removeFirst() -> Entry? {
      guard let entry = entries[first] else { return nil }
      entries[first] = nil
      first += 1
      cost -= entry.cost
      if first >= 32, first * 2 >= entries.count {
        entries.removeFirst(first)
        first = 0
      }
      return entry
    }

    mutating func removeLast() -> Entry? {
      guard !isEmpty, let entry = entries.removeLast() else { return nil }
      cost -= entry.cost
      return entry
    }
  }

  /// What a user may spend in one turn. An item that costs more waits for as many turns as it takes.
  private let quantum: Int
  private var lines: [Line?] = []
  private var free: [Int] = []
  private var places: [String: Int] = [:]
  /// The users who wait, as places in `lines`; the first is the one whose turn it is.
  private var turns = Turns()
  public private(set) var count = 0
  /// What all that waits costs together.
  public private(set) var cost = 0

  public init(quantum: Int) {
    self.quantum = max(1, quantum)
  }

  public var isEmpty: Bool { count == 0 }
  /// How many users wait.
  public var users: Int { places.count }

  /// What the waiting items of a user cost together.
  public func cost(of user: String) -> Int {
    places[user].flatMap { lines[$0]?.cost } ?? 0
  }

  /// Puts an item behind the others of its user. An item costs 1 at least.
  public mutating func add(_ item: Item, of user: String, cost: Int) {
    let entry = Entry(item: item, cost: max(1, cost))
    count += 1
    self.cost += entry.cost
    if let place = places[user] {
      lines[place]?.append(entry)
      return
    }
    var line = Line(user: user)
    line.append(entry)
    let place: Int
    if let last = free.popLast() {
      place = last
      lines[place] = line
    } else {
      place = lines.count
      lines.append(line)
    }
    places[user] = place
    turns.append(place)
  }

  /// The next item: the oldest of the user whose turn it is.
  public mutating func takeFirst() -> (item: Item, cost: Int)? {
    takeNext()
  }

  /// The next item of those that may be taken now. A user whose oldest item may not is passed over, and keeps what
  /// the turn had left.
  public mutating func takeFirst(where isReady: (Item) -> Bool) -> (item: Item, cost: Int)? {
    for _ in 0..<turns.count {
      guard let place = turns.first, let next = lines[place]?.oldest else { return nil }
      if isReady(next) { return takeNext(where: isReady) }
      turns.rotate()
    }
    return nil
  }

  private mutating func takeNext(where isReady: (Item) -> Bool = { _ in true }) -> (item: Item, cost: Int)? {
    guard count > 0 else { return nil }
    // With one user alone there is nobody to be fair to.
    while turns.count > 1, let place = turns.first, !isAffordable(at: place, where: isReady) {
      lines[place]?.hasTurn = false
      turns.rotate()
    }
    guard let place = turns.first, let entry = lines[place]?.removeFirst() else { return nil }
    count -= 1
    cost -= entry.cost
    let credit = lines[place]?.credit ?? 0
    lines[place]?.credit = max(0, credit - entry.cost)
    if lines[place]?.isEmpty ?? true {
      turns.removeFirst()
      release(place)
    }
    return (entry.item, entry.cost)
  }

  /// Whether the user at this place, whose turn it is, may have the next item.
  private mutating func isAffordable(at place: Int, where isReady: (Item) -> Bool) -> Bool {
    guard let line = lines[place], let next = line.entries[line.first] else { return true }
    guard isReady(next.item) else { return false }
    guard !line.hasTurn else { return next.cost <= line.credit }
    lines[place]?.hasTurn = true
    lines[place]?.credit = line.credit + quantum
    return next.cost <= line.credit + quantum
  }

  /// Takes out the newest item of the user who has most waiting: the one to be refused when all is full.
  public mutating func takeFromLongest() -> (item: Item, cost: Int)? {
    var longest: Int?
    for (_, place) in places where (lines[place]?.cost ?? 0) > (longest.flatMap { lines[$0]?.cost } ?? 0) {
      longest = place
    }
    guard let longest, let entry = lines[longest]?.removeLast() else { return nil }
    count -= 1
    cost -= entry.cost
    if lines[longest]?.isEmpty ?? true {
      turns.remove(longest)
      release(longest)
    }
    return (entry.item, entry.cost)
  }

  /// Takes out the items that nobody waits for any more.
  public mutating func removeAll(where isGone: (Item) -> Bool) -> [Item] {
    var removed: [Item] = []
    for place in Array(places.values) {
      guard var line = lines[place] else { continue }
      let waiting = line.entries[line.first...].compactMap { $0 }
      let kept = waiting.filter { !isGone($0.item) }
      guard kept.count < waiting.count else { continue }
      removed += waiting.lazy.map(\.item).filter(isGone)
      let given = line.cost - kept.reduce(0) { $0 + $1.cost }
      line.entries = kept
      line.first = 0
      line.cost -= given
      lines[place] = line
      count -= waiting.count - kept.count
      cost -= given
      if kept.isEmpty {
        turns.remove(place)
        release(place)
      }
    }
    return removed
  }

  /// Everything that waits, in the order in which it would have been taken.
  public mutating func removeAll() -> [Item] {
    var all: [Item] = []
    all.reserveCapacity(count)
    while let next = takeFirst() { all.append(next.item) }
    return all
  }

  private mutating func release(_ place: Int) {
    if let user = lines[place]?.user { places[user] = nil }
    lines[place] = nil
    free.append(place)
    guard places.isEmpty else { return }
    // An hour of rush leaves nothing behind.
    lines = []
    free = []
    turns = Turns()
  }
}

/// A ring of places.
private struct Turns {
  private var slots: [Int] = []
  private var head = 0

  var count: Int { slots.count - head }
  var first: Int? { head < slots.count ? slots[head] : nil }

  mutating func append(_ place: Int) {
    slots.append(place)
  }

  mutating func removeFirst() {
    head += 1
    shrink()
  }

  /// The first goes behind the last.
  mutating func rotate() {
    slots.append(slots[head])
    removeFirst()
  }

  mutating func remove(_ place: Int) {
    if let index = slots[head...].firstIndex(of: place) { slots.remove(at: index) }
  }

  private mutating func shrink() {
    guard head >= 32, head * 2 >= slots.count else { return }
    slots.removeFirst(head)
    head = 0
  }
}
