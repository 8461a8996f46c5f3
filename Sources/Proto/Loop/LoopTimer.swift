/// A callback that runs once, at a time of the loop's clock. Belongs to the loop's thread.
public final class LoopTimer {
  /// In nanoseconds of the loop's clock.
  let due: UInt64
  private var work: (() -> Void)?

  init(due: UInt64, work: @escaping () -> Void) {
    self.due = due
    self.work = work
  }

  public var isPending: Bool { work != nil }

  public func cancel() {
    work = nil
  }

  func fire() {
    let due = work
    work = nil
    due?()
  }
}

/// A binary heap by due time. Cancelled timers are removed when they reach the top, or when they are the majority.
struct TimerHeap {
  private var entries: [(due: UInt64, order: UInt64, timer: LoopTimer)] = []
  private var inserted: UInt64 = 0
  private var sizeAfterSweep = 0

  var count: Int { entries.count }

  mutating func insert(_ timer: LoopTimer) {
    if entries.count >= 2 * sizeAfterSweep + 64 { sweep() }
    inserted += 1
    entries.append((timer.due, inserted, timer))
    siftUp(entries.count - 1)
  }

  /// Returns when the first pending timer is due.
  mutating func nextDue() -> UInt64? {
    while let first = entries.first, !first.timer.isPending { removeFirst() }
    return entries.first?.due
  }

  mutating func popDue(at now: UInt64) -> LoopTimer? {
    guard let due = nextDue(), due <= now else { return nil }
    let timer = entries[0].timer
    removeFirst()
    return timer
  }

  private mutating func sweep() {
    entries.removeAll { !$0.timer.isPending }
    entries.sort { ($0.due, $0.order) < ($1.due, $1.order) }
    sizeAfterSweep = entries.count
  }

  private mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries[0] = last
    siftDown(0)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (entries[left].due, entries[left].order) < (entries[right].due, entries[right].order)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(child, parent) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && precedes(child, least) {
        least = child
      }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
