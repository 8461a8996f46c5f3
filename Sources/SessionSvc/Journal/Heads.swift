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

    /// What is being read from the database meanwhile stays outside.
    mutating func remove(_ user: String) {
      young[user] = nil
      old[user] = nil
      turns += 1
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

  /// `events` is how many there are in all journals together, before anything is published here.
  init(capacity: Int = SessionLimits.hotHeads, events: Int = 0) {
    generations = Mutex(Generations(half: max(1, capacity / 2)))
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

  /// Where several hosts write: events that this one has written. How far the journal is the database alone knows.
  func count(_ appended: Int) {
    events.add(appended, ordering: .relaxed)
  }

  /// Ends of journals as the database has just had them, from one question after the other; waits that this ends, end.
  func bring(_ heads: [(user: String, head: SessionAPI.Head)]) {
    let ended = generations.withLock { generations in
      heads.flatMap { user, head in
        generations.set(head, of: user)
        return generations.watches.note(user, seq: head.seq, nil)
      }
    }
    for (answer, outcome) in ended { answer.resume(returning: outcome) }
  }

  /// There is no such user any more, nor their events; calls that wait for them read again.
  func discard(_ user: String, events count: Int) {
    events.subtract(count, ordering: .relaxed)
    let waiting = generations.withLock { generations in
      generations.remove(user)
      return generations.watches.remove(user)
    }
    for answer in waiting { answer.resume(returning: nil) }
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
