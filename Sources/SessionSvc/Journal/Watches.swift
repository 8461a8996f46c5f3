import Domain

/// Who waits for users' journals to go on, and at which event each area was last touched, of users that are waited for
/// or lately were. A value: `Heads` keeps it beside the heads, under one lock.
struct Watches {
  /// How a wait ends; `seq` is the journal's end.
  enum Outcome: Hashable, Sendable {
    case changed(seq: Int64, Areas)
    case unchanged(seq: Int64)
    /// It has gone on, and which areas were touched stands in the journal alone.
    case unseen(seq: Int64)
    case full
    case stopping
    case cancelled
  }

  typealias Answer = CheckedContinuation<Outcome?, Never>
  typealias Ended = (answer: Answer, outcome: Outcome)

  private struct Waiter {
    let id: UInt64
    let after: Int64
    let endsAt: Int
    let answer: Answer
  }

  private struct Watch {
    /// From here on every event is known.
    var since: Int64
    var seq: Int64
    /// By area: the end of the last commit that touched it.
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

  /// What has changed after `after`, where the journal ends at `seq`; from now on it is known of this user.
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

  /// As above; where nothing has changed, nil, and `answer` gets what comes.
  mutating func wait(
    _ user: String, after: Int64, seq: Int64, id: UInt64, endsAt: Int, _ answer: Answer
  ) -> Outcome? {
    let outcome = changes(user, after: after, seq: seq)
    guard case .unchanged = outcome else { return outcome }
    if isStopping { return .stopping }
    guard waiting < mostWaits, let count = watches[user]?.waiters.count, count < mostOfUser else { return .full }
    watches[user]?.waiters.append(Waiter(id: id, after: after, endsAt: endsAt, answer: answer))
    waiting += 1
    nextEnd = min(nextEnd, endsAt)
    return nil
  }

  /// The journal ends at `seq` now; those of the caller's waits that this ends. Without areas, it is in the journal
  /// alone which were touched.
  mutating func note(_ user: String, seq: Int64, _ areas: Areas?) -> [Ended] {
    guard !watches.isEmpty, let known = watches[user]?.seq else { return [] }
    if seq > known, let areas {
      watches[user]?.seq = seq
      for area in areas.list { watches[user]?.touched[area.index] = seq }
    } else {
      // Here, too, a journal that began again: of what was known of it nothing holds.
      let waiters = watches[user]?.waiters ?? []
      watches[user] = Watch(at: seq)
      watches[user]?.waiters = waiters
    }
    return end(user) { $0.after != seq }.map { waiter in
      (waiter.answer, changes(user, after: waiter.after, seq: seq))
    }
  }

  /// The caller has gone; nil where the wait is over already.
  mutating func leave(_ user: String, id: UInt64) -> Answer? {
    end(user) { $0.id == id }.first?.answer
  }

  /// Nothing is known of the user any more; the answers that they wait for.
  mutating func remove(_ user: String) -> [Answer] {
    let waiters = end(user) { _ in true }
    watches[user] = nil
    return waiters.map(\.answer)
  }

  /// The waits whose time is over.
  mutating func endOverdue(now: Int) -> [Ended] {
    guard now >= nextEnd else { return [] }
    var ended: [Ended] = []
    nextEnd = .max
    for (user, watch) in watches where !watch.waiters.isEmpty {
      ended += end(user) { $0.endsAt <= now }.map { ($0.answer, .unchanged(seq: watch.seq)) }
      nextEnd = min(nextEnd, watches[user]?.waiters.map(\.endsAt).min() ?? .max)
    }
    return ended
  }

  /// True if `endOverdue` is not called at intervals yet; the caller then begins to.
  mutating func beginChecks() -> Bool {
    defer { isChecked = true }
    return !isChecked
  }

  /// False where there is no wait: then `endOverdue` is called no more.
  mutating func continuesChecks() -> Bool {
    isChecked = waiting > 0
    return isChecked
  }

  /// No more waits.
  mutating func stop() -> [Ended] {
    isStopping = true
    return watches.keys.flatMap { user in end(user) { _ in true } }.map { ($0.answer, .stopping) }
  }

  private mutating func end(_ user: String, where isOver: (Waiter) -> Bool) -> [Waiter] {
    guard let waiters = watches[user]?.waiters, waiters.contains(where: isOver) else { return [] }
    watches[user]?.waiters.removeAll(where: isOver)
    waiting -= waiters.count(where: isOver)
    return waiters.filter(isOver)
  }

  /// Those without a wait: of them the journal is asked the next time. There are fewer waits than places, so
  /// this always makes room.
  private mutating func sweep() {
    watches = watches.filter { !$0.value.waiters.isEmpty }
  }
}
