import Domain

/// The calls that wait for journal events, and the last event that changed each area of the watched users. A value
/// inside `Heads`, under the same lock.
struct Watches {
  /// The result of a wait. `seq` is the journal's head.
  enum Outcome: Hashable, Sendable {
    case changed(seq: Int64, Areas)
    case unchanged(seq: Int64)
    /// The journal has new events, but only the journal shows which areas they changed.
    case unseen(seq: Int64)
    case full
    case stopping
    case cancelled
  }

  typealias WaitContinuation = CheckedContinuation<Outcome?, Never>
  typealias Ended = (continuation: WaitContinuation, outcome: Outcome)

  private struct Waiter {
    let id: UInt64
    let after: Int64
    let endsAt: Int
    let continuation: WaitContinuation
  }

  private struct Watch {
    /// All events after this one are tracked.
    var since: Int64
    var seq: Int64
    /// The end of the last commit that changed each area.
    var touched: [Int64]
    var waiters: [Waiter] = []

    init(at seq: Int64) {
      since = seq
      self.seq = seq
      touched = Array(repeating: 0, count: Area.allCases.count)
    }
  }

  private var watches: [String: Watch] = [:]
  private var nextEnd = Int.max
  private var isStopping = false
  private var isChecked = false
  private(set) var waiting = 0
  private let capacity: Int
  private let mostWaits: Int
  private let mostOfUser: Int

  init(capacity: Int, waits: Int, ofUser: Int) {
    self.capacity = capacity
    mostWaits = waits
    mostOfUser = ofUser
  }

  /// Returns the changes after `after` for a journal that ends at `seq`, and starts tracking the user.
  mutating func changes(_ user: String, after: Int64, seq: Int64) -> Outcome {
    if watches[user] == nil {
      if watches.count >= capacity { sweep() }
      watches[user] = Watch(at: seq)
    }
    if after == seq { return .unchanged(seq: seq) }
    guard after < seq, let watch = watches[user] else { return .changed(seq: seq, .all) }
    guard after >= watch.since else { return .unseen(seq: seq) }
    return .changed(
      seq: seq, Area.allCases.reduce(into: []) { if watch.touched[$1.index] > after { $0.insert(Areas($1)) } })
  }

  /// Like `changes`. If nothing has changed, returns nil and later resumes `continuation`.
  mutating func wait(
    _ user: String, after: Int64, seq: Int64, id: UInt64, endsAt: Int, _ continuation: WaitContinuation
  ) -> Outcome? {
    let outcome = changes(user, after: after, seq: seq)
    guard case .unchanged = outcome else { return outcome }
    if isStopping { return .stopping }
    guard waiting < mostWaits, let count = watches[user]?.waiters.count, count < mostOfUser else { return .full }
    watches[user]?.waiters.append(Waiter(id: id, after: after, endsAt: endsAt, continuation: continuation))
    waiting += 1
    nextEnd = min(nextEnd, endsAt)
    return nil
  }

  /// Records a new head and returns the waits that it ends. If `areas` is nil, only the journal shows what changed.
  mutating func note(_ user: String, seq: Int64, _ areas: Areas?) -> [Ended] {
    guard !watches.isEmpty, let known = watches[user]?.seq else { return [] }
    if seq > known, let areas {
      watches[user]?.seq = seq
      for area in areas.list { watches[user]?.touched[area.index] = seq }
    } else {
      // Also reached when a journal was started again: everything known about the old one is dropped.
      let waiters = watches[user]?.waiters ?? []
      watches[user] = Watch(at: seq)
      watches[user]?.waiters = waiters
    }
    return end(user) { $0.after != seq }.map { waiter in
      (waiter.continuation, changes(user, after: waiter.after, seq: seq))
    }
  }

  /// Removes the wait of a cancelled caller. Returns nil if it has ended.
  mutating func leave(_ user: String, id: UInt64) -> WaitContinuation? {
    end(user) { $0.id == id }.first?.continuation
  }

  /// Stops tracking the user and returns the waiting calls.
  mutating func remove(_ user: String) -> [WaitContinuation] {
    let waiters = end(user) { _ in true }
    watches[user] = nil
    return waiters.map(\.continuation)
  }

  /// Returns the overdue waits.
  mutating func endOverdue(now: Int) -> [Ended] {
    guard now >= nextEnd else { return [] }
    var ended: [Ended] = []
    nextEnd = .max
    for (user, watch) in watches where !watch.waiters.isEmpty {
      ended += end(user) { $0.endsAt <= now }.map { ($0.continuation, .unchanged(seq: watch.seq)) }
      nextEnd = min(nextEnd, watches[user]?.waiters.map(\.endsAt).min() ?? .max)
    }
    return ended
  }

  /// Returns true if the caller must start calling `endOverdue` at intervals.
  mutating func beginChecks() -> Bool {
    defer { isChecked = true }
    return !isChecked
  }

  /// Returns false if no wait is left, so that the interval calls can stop.
  mutating func continuesChecks() -> Bool {
    isChecked = waiting > 0
    return isChecked
  }

  /// Ends all waits and rejects later ones.
  mutating func stop() -> [Ended] {
    isStopping = true
    return watches.keys.flatMap { user in end(user) { _ in true } }.map { ($0.continuation, .stopping) }
  }

  private mutating func end(_ user: String, where isOver: (Waiter) -> Bool) -> [Waiter] {
    guard let waiters = watches[user]?.waiters, waiters.contains(where: isOver) else { return [] }
    watches[user]?.waiters.removeAll(where: isOver)
    waiting -= waiters.count(where: isOver)
    return waiters.filter(isOver)
  }

  /// Stops tracking users without a wait. Capacity exceeds the number of waits, so this always makes room.
  private mutating func sweep() {
    watches = watches.filter { !$0.value.waiters.isEmpty }
  }
}
