/// A binary heap of places by due time. Equal due times keep the order of insertion.
@usableFromInline struct TurnHeap {
  @usableFromInline struct Turn {
    var due: Int
    var number: Int
    @usableFromInline var place: Int

    static func < (left: Turn, right: Turn) -> Bool {
      left.due != right.due ? left.due < right.due : left.number < right.number
    }
  }

  @usableFromInline var turns: [Turn] = []
  private var count = 0

  @usableFromInline init() {}

  @inlinable var first: Int? { turns.first?.place }

  @usableFromInline mutating func insert(_ place: Int, due: Int) {
    insert(Turn(due: due, number: count, place: place))
    count += 1
  }

  /// Reinserts a turn unchanged.
  @usableFromInline mutating func insert(_ turn: Turn) {
    turns.append(turn)
    siftUp(turns.count - 1)
  }

  @discardableResult
  @usableFromInline mutating func removeFirst() -> Turn? {
    turns.isEmpty ? nil : remove(at: 0)
  }

  /// Moves the first to a later due time, after those with the same one.
  @usableFromInline mutating func moveFirst(to due: Int) {
    turns[0].due = due
    turns[0].number = count
    count += 1
    siftDown(0)
  }

  /// Searches linearly; rarely used.
  @usableFromInline mutating func remove(_ place: Int) {
    if let index = turns.firstIndex(where: { $0.place == place }) { remove(at: index) }
  }

  @discardableResult
  private mutating func remove(at index: Int) -> Turn {
    let removed = turns[index]
    let last = turns.removeLast()
    if index < turns.count {
      turns[index] = last
      siftDown(index)
      siftUp(index)
    }
    return removed
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0, turns[index] < turns[(index - 1) / 2] {
      turns.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < turns.count && turns[child] < turns[least] {
        least = child
      }
      if least == index { return }
      turns.swapAt(index, least)
      index = least
    }
  }
}
