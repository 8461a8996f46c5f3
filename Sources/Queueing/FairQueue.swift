/// A fair queue by cost: over any period the waiting users get equal cost, however many items each has added.
///
/// A virtual clock counts the cost that each waiting user has received, as if all were served at once. A user's oldest
/// item is due at the due time of the user's previous item, or now for a new user, plus its own cost. The earliest due
/// item is taken first. So a user with little work goes before users with much, and an expensive item waits until the
/// other users have received as much.
///
/// The queue stores nothing for a user without items.
///
/// Inlinable, so that each module specialises it for its items. The generic code is several times slower.
public struct FairQueue<Item> {
  @usableFromInline struct Entry {
    @usableFromInline var item: Item
    @usableFromInline var cost: Int

    @inlinable
    init(item: Item, cost: Int) {
      self.item = item
      self.cost = cost
    }
  }

  /// The items of one user, the oldest first.
  @usableFromInline struct Line {
    @usableFromInline var user: String
    /// When the item before the oldest was due, or when the user started to wait.
    @usableFromInline var start: Int
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var first = 0
    @usableFromInline var cost = 0

    @inlinable
    init(user: String, start: Int) {
      self.user = user
      self.start = start
    }

    @inlinable var isEmpty: Bool { first == entries.count }
    @inlinable var oldest: Entry? { isEmpty ? nil : entries[first] }
    @inlinable var due: Int { start + (oldest?.cost ?? 0) * FairClock.unit }

    @inlinable
    mutating func append(_ entry: Entry) {
      entries.append(entry)
      cost += entry.cost
    }

    @inlinable
    mutating func removeFirst() -> Entry? {
      guard let entry = entries[first] else { return nil }
      start += entry.cost * FairClock.unit
      entries[first] = nil
      first += 1
      cost -= entry.cost
      if first >= 32, first * 2 >= entries.count {
        entries.removeFirst(first)
        first = 0
      }
      return entry
    }

    @inlinable
    mutating func removeLast() -> Entry? {
      guard !isEmpty, let entry = entries.removeLast() else { return nil }
      cost -= entry.cost
      return entry
    }
  }

  /// Due times closer together than this count as equal.
  @usableFromInline let quantum: Int
  @usableFromInline var lines: [Line?] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var places: [String: Int] = [:]
  /// The waiting users, as indices of `lines`, by when their oldest items are due.
  @usableFromInline var turns = TurnHeap()
  @usableFromInline var now = 0
  @usableFromInline var waiting = 0
  @usableFromInline var waitingCost = 0

  /// Users whose due times differ by less than `quantum` are served in the order in which they started to wait.
  @inlinable
  public init(quantum: Int) {
    self.quantum = max(1, quantum) * FairClock.unit
  }

  @inlinable public var count: Int { waiting }
  /// The cost of all items.
  @inlinable public var cost: Int { waitingCost }
  @inlinable public var isEmpty: Bool { count == 0 }
  /// The number of waiting users.
  @inlinable public var users: Int { places.count }

  /// Returns the cost of all items of a user.
  @inlinable
  public func cost(of user: String) -> Int {
    places[user].flatMap { lines[$0]?.cost } ?? 0
  }

  /// Adds an item after the others of its user. The cost is at least 1.
  @inlinable
  public mutating func add(_ item: Item, of user: String, cost: Int) {
    let entry = Entry(item: item, cost: max(1, cost))
    waiting += 1
    waitingCost += entry.cost
    if let place = places[user] {
      lines[place]?.append(entry)
      return
    }
    var line = Line(user: user, start: now)
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
    turns.insert(place, due: line.due / quantum)
  }

  /// Removes and returns the next item: the oldest of the user whose turn it is. Returns nil if that costs more than
  /// `most`; the user keeps the turn.
  @inlinable
  public mutating func takeFirst(costingAtMost most: Int = .max) -> (item: Item, cost: Int)? {
    guard let place = turns.first, let next = lines[place]?.oldest, next.cost <= most else { return nil }
    return take(from: place)
  }

  /// Removes and returns the next item that matches. Skips users whose oldest item does not; they keep their turn.
  @inlinable
  public mutating func takeFirst(where isReady: (Item) -> Bool) -> (item: Item, cost: Int)? {
    var passed: [TurnHeap.Turn] = []
    defer { for turn in passed { turns.insert(turn) } }
    while let place = turns.first, let next = lines[place]?.oldest {
      if isReady(next.item) { return take(from: place) }
      if let turn = turns.removeFirst() { passed.append(turn) }
    }
    return nil
  }

  /// `place` is the user whose turn is first.
  @inlinable
  mutating func take(from place: Int) -> (item: Item, cost: Int)? {
    guard let entry = lines[place]?.removeFirst(), let line = lines[place] else { return nil }
    waiting -= 1
    waitingCost -= entry.cost
    now += entry.cost * FairClock.unit / users
    if line.isEmpty {
      turns.removeFirst()
      release(place)
    } else {
      turns.moveFirst(to: line.due / quantum)
    }
    return (entry.item, entry.cost)
  }

  /// The place of the user with the highest waiting cost.
  @inlinable var longest: Int? {
    var longest: Int?
    for (_, place) in places where (lines[place]?.cost ?? 0) > (longest.flatMap { lines[$0]?.cost } ?? 0) {
      longest = place
    }
    return longest
  }

  /// The highest waiting cost of one user. Looks at all users.
  @inlinable public var longestCost: Int { longest.flatMap { lines[$0]?.cost } ?? 0 }

  /// Removes and returns the newest item of the user with the highest waiting cost: the one to reject when the queue is
  /// full.
  @inlinable
  public mutating func takeFromLongest() -> (item: Item, cost: Int)? {
    guard let longest, let entry = lines[longest]?.removeLast() else { return nil }
    waiting -= 1
    waitingCost -= entry.cost
    if lines[longest]?.isEmpty ?? true {
      turns.remove(longest)
      release(longest)
    }
    return (entry.item, entry.cost)
  }

  /// Removes and returns all items that match. `others` is the cost of the items of other users.
  @inlinable
  public mutating func removeAll(where matches: (_ item: Item, _ others: Int) -> Bool) -> [Item] {
    let all = waitingCost
    var removed: [Item] = []
    for place in Array(places.values) {
      guard var line = lines[place] else { continue }
      let others = all - line.cost
      var waiting = 0
      var kept: [Entry] = []
      for case let entry? in line.entries[line.first...] {
        waiting += 1
        if matches(entry.item, others) { removed.append(entry.item) } else { kept.append(entry) }
      }
      guard kept.count < waiting else { continue }
      let given = line.cost - kept.reduce(0) { $0 + $1.cost }
      line.entries = kept
      line.first = 0
      line.cost -= given
      lines[place] = line
      self.waiting -= waiting - kept.count
      waitingCost -= given
      turns.remove(place)
      if kept.isEmpty { release(place) } else { turns.insert(place, due: line.due / quantum) }
    }
    return removed
  }

  /// Removes and returns all items in order.
  @inlinable
  public mutating func removeAll() -> [Item] {
    var all: [Item] = []
    all.reserveCapacity(count)
    while let next = takeFirst() { all.append(next.item) }
    return all
  }

  @inlinable
  mutating func release(_ place: Int) {
    if let user = lines[place]?.user { places[user] = nil }
    lines[place] = nil
    free.append(place)
    guard places.isEmpty else { return }
    // Frees the memory of a past peak.
    if lines.count > 64 {
      lines = []
      free = []
      turns = TurnHeap()
    }
    now = 0
  }
}

/// The unit of the virtual clock, so large that a cost divided by many users is still accurate.
@usableFromInline enum FairClock {
  @inlinable static var unit: Int { 1_024 }
}
