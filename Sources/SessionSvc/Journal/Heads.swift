import API
import Domain
import Synchronization

/// The ends of the journals of active users. Every read of a view asks for one, so that it has to cost next to nothing.
///
/// It is set by the writer after each commit and before the answer; what is found here is never behind an answered
/// write.
final class Heads: Sendable {
  /// Two generations: when the younger is full it becomes the older, and the older is discarded. What is asked for
  /// moves to the younger again, so that the most recently used survive.
  struct Generations {
    private var young: [String: SessionAPI.Head] = [:]
    private var old: [String: SessionAPI.Head] = [:]
    fileprivate private(set) var turns: UInt64 = 0
    fileprivate let half: Int
    var watches = Watches(
      capacity: SessionLimits.watchedUsers, waits: SessionLimits.waits, ofUser: SessionLimits.waitsOfUser)

    fileprivate init(half: Int) {
      self.half = half
    }

    mutating func find(_ user: String) -> SessionAPI.Head? {
      if let head = young[user] { return head }
      guard let head = old[user] else { return nil }
      set(head, of: user)
      return head
    }

    fileprivate mutating func set(_ head: SessionAPI.Head, of user: String) {
      young[user] = head
      guard young.count >= half else { return }
      old = young
      young = [:]
      turns += 1
    }
  }

  private let generations: Mutex<Generations>
  private let events: Atomic<Int>
  private let waits = Atomic<UInt64>(0)
  /// Called when the first call waits: from then on `endOverdue` is to be called at intervals, until it returns false.
  let waitsBegin: @Sendable (Heads) -> Void

  /// `events` is how many there are in all journals together, before anything is published here.
  init(
    capacity: Int = SessionLimits.hotHeads, events: Int = 0, waitsBegin: @escaping @Sendable (Heads) -> Void = { _ in }
  ) {
    generations = Mutex(Generations(half: max(1, capacity / 2)))
    self.waitsBegin = waitsBegin
    self.events = Atomic(events)
  }

  func withGenerations<Result>(_ body: (inout Generations) -> sending Result) -> sending Result {
    generations.withLock(body)
  }

  func nextWait() -> UInt64 { waits.add(1, ordering: .relaxed).newValue }

  /// Events in all journals together: counted here, because summing them up would read every user.
  var eventCount: Int { events.load(ordering: .relaxed) }

  /// Called with a journal's new end, in the order of the commits, and the areas that its last events touch.
  func publish(_ head: SessionAPI.Head, of user: String, appended: Int = 1, _ areas: Areas = .all) {
    events.add(appended, ordering: .relaxed)
    let ended = generations.withLock { generations in
      generations.set(head, of: user)
      return generations.watches.note(user, seq: head.seq, areas)
    }
    for (answer, outcome) in ended { answer.resume(returning: outcome) }
  }

  func head(of user: String) -> SessionAPI.Head? {
    generations.withLock { $0.find(user) }
  }

  /// The heads that are here, in the order asked, and a ticket to bring in the others with.
  func heads(of users: [String]) -> (heads: [SessionAPI.Head?], ticket: UInt64) {
    generations.withLock { generations in
      (users.map { generations.find($0) }, generations.turns)
    }
  }

  /// Brings in what was read from the database. A write may have been published meanwhile, and even be discarded again:
  /// then what was read may be behind, and stays outside.
  func fill(_ head: SessionAPI.Head, of user: String, ticket: UInt64) {
    generations.withLock { generations in
      guard generations.turns == ticket, generations.find(user) == nil else { return }
      generations.set(head, of: user)
    }
  }
}
