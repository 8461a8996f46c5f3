import API
import Synchronization

/// The ends of the journals of active users. Every read of a view asks for one, so that it has to cost next to nothing.
///
/// It is set by the writer after each commit and before the answer; what is found here is never behind an answered
/// write.
final class Heads: Sendable {
  /// Two generations: when the younger is full it becomes the older, and the older is forgotten. What is asked for
  /// moves to the younger again, so that the most recently used survive.
  private struct Generations {
    var young: [String: SessionAPI.Head] = [:]
    var old: [String: SessionAPI.Head] = [:]
    var turns: UInt64 = 0
  }

  private let generations = Mutex(Generations())
  private let half: Int
  private let events: Atomic<Int>

  /// `events` is how many there are in all journals together, before anything is published here.
  init(capacity: Int = SessionLimits.hotHeads, events: Int = 0) {
    half = max(1, capacity / 2)
    self.events = Atomic(events)
  }

  /// Events in all journals together: counted here, because summing them up would read every user.
  var eventCount: Int { events.load(ordering: .relaxed) }

  /// Called with a journal's new end, in the order of the commits.
  func publish(_ head: SessionAPI.Head, of user: String, appended: Int = 1) {
    events.add(appended, ordering: .relaxed)
    generations.withLock { set(head, of: user, in: &$0) }
  }

  func head(of user: String) -> SessionAPI.Head? {
    generations.withLock { find(user, in: &$0) }
  }

  /// The heads that are here, in the order asked, and a ticket to bring in the others with.
  func heads(of users: [String]) -> (heads: [SessionAPI.Head?], ticket: UInt64) {
    generations.withLock { generations in
      (users.map { find($0, in: &generations) }, generations.turns)
    }
  }

  /// Brings in what was read from the database. A write may have been published meanwhile, and even be forgotten again:
  /// then what was read may be behind, and stays outside.
  func fill(_ head: SessionAPI.Head, of user: String, ticket: UInt64) {
    generations.withLock { generations in
      guard generations.turns == ticket, find(user, in: &generations) == nil else { return }
      set(head, of: user, in: &generations)
    }
  }

  private func find(_ user: String, in generations: inout Generations) -> SessionAPI.Head? {
    if let head = generations.young[user] { return head }
    guard let head = generations.old[user] else { return nil }
    set(head, of: user, in: &generations)
    return head
  }

  private func set(_ head: SessionAPI.Head, of user: String, in generations: inout Generations) {
    generations.young[user] = head
    guard generations.young.count >= half else { return }
    generations.old = generations.young
    generations.young = [:]
    generations.turns += 1
  }
}
