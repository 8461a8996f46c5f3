import API
import Domain
import Proto
import Service
import Synchronization

/// The journal heads of active users. Every read of a view needs one, so a lookup must be cheap.
///
/// The writer sets a head after the commit and before the response, so a head is never older than an acknowledged
/// write.
final class Heads: Sendable {
  /// A cache of two generations: a full young one replaces the old one. A lookup moves a head to the young one, so
  /// recently used heads stay.
  struct Generations {
    private var young: [String: SessionAPI.Head] = [:]
    private var old: [String: SessionAPI.Head] = [:]
    fileprivate private(set) var turns: UInt64 = 0
    fileprivate let half: Int
    fileprivate var shared: SharedPlaces?
    fileprivate var recent = RecentEvents()
    var watches = Watches(
      capacity: SessionLimits.watchedUsers, waits: SessionLimits.waits, ofUser: SessionLimits.waitsOfUser)

    fileprivate init(half: Int, shared: SharedHeadsWriter?) {
      self.half = half
      self.shared = shared.map(SharedPlaces.init)
    }

    /// Also keeps concurrent reads from filling in the removed head.
    mutating func remove(_ user: String) {
      young[user] = nil
      old[user] = nil
      recent.remove(user)
      shared?.remove(user)
      turns += 1
    }

    mutating func find(_ user: String) -> SessionAPI.Head? {
      if let head = young[user] { return head }
      guard let head = old[user] else { return nil }
      set(head, of: user)
      return head
    }

    fileprivate mutating func set(_ head: SessionAPI.Head, of user: String, _ appended: AppendedEvents? = nil) {
      young[user] = head
      shared?.store(head, of: user, appended)
      guard young.count >= half else { return }
      old = young
      young = [:]
      turns += 1
      shared?.removeAll { old[$0] == nil }
    }

    /// Returns the user's place in shared memory, and gives it one if there is room.
    fileprivate mutating func place(of user: String) -> SharedHeads.Place? {
      guard shared != nil, let head = find(user) else { return nil }
      return shared?.place(of: user, head)
    }
  }

  /// Learns which users with webhooks have new events.
  let webhooks = WebhookChanges()
  /// The shared memory, if there is one.
  let memory: SharedHeadsWriter?
  private let generations: Mutex<Generations>
  private let events: Atomic<Int>
  private let waits = Atomic<UInt64>(0)

  /// `events` is the number of events in all journals at the start.
  init(capacity: Int = SessionLimits.hotHeads, events: Int = 0, shared: SharedHeadsWriter? = nil) {
    memory = shared
    generations = Mutex(Generations(half: max(1, capacity / 2), shared: shared))
    self.events = Atomic(events)
  }

  func withGenerations<Result>(_ body: (inout Generations) -> sending Result) -> sending Result {
    generations.withLock(body)
  }

  func nextWait() -> UInt64 { waits.add(1, ordering: .relaxed).newValue }

  /// The number of events in all journals. It is counted here because a sum would read every user.
  var eventCount: Int { events.load(ordering: .relaxed) }

  /// Publishes a new head, in commit order, with the areas that its events changed.
  func publish(
    _ head: SessionAPI.Head, of user: String, appended: AppendedEvents? = nil, _ areas: Areas = .all
  ) {
    events.add(appended?.count ?? 1, ordering: .relaxed)
    let ended = generations.withLock { generations in
      generations.set(head, of: user, appended)
      generations.recent.add(appended, of: user)
      return generations.watches.note(user, seq: head.seq, areas)
    }
    for (continuation, outcome) in ended { continuation.resume(returning: outcome) }
  }

  /// With several hosts: counts this host's events. Only the database knows the head.
  func count(_ appended: Int) {
    events.add(appended, ordering: .relaxed)
  }

  /// Updates heads that were just read from the database, in order, and ends the waits that they satisfy.
  func update(_ heads: [(user: String, head: SessionAPI.Head)]) {
    let ended = generations.withLock { generations in
      heads.flatMap { user, head in
        generations.set(head, of: user)
        return generations.watches.note(user, seq: head.seq, nil)
      }
    }
    for (continuation, outcome) in ended { continuation.resume(returning: outcome) }
  }

  /// Removes a deleted user. Calls that wait for the user read again.
  func discard(_ user: String, events count: Int) {
    events.subtract(count, ordering: .relaxed)
    let waiting = generations.withLock { generations in
      generations.remove(user)
      return generations.watches.remove(user)
    }
    for continuation in waiting { continuation.resume(returning: nil) }
  }

  /// Returns the reply if all events after the position are in memory.
  func recentEvents(_ call: SessionAPI.ReadJournal, maxBytes: Int) -> SessionAPI.ReadJournal.Reply? {
    generations.withLock { $0.recent.reply(to: call, maxBytes: maxBytes) }
  }

  func head(of user: String) -> SessionAPI.Head? {
    generations.withLock { $0.find(user) }
  }

  /// Returns the heads in memory, in the requested order, and a ticket for `fill`.
  func heads(of users: [String]) -> (heads: [SessionAPI.Head?], ticket: UInt64) {
    generations.withLock { generations in
      (users.map { generations.find($0) }, generations.turns)
    }
  }

  /// Returns the places of users' heads in shared memory, or -1 for those that have none.
  func places(of users: [String]) -> [Int] {
    generations.withLock { generations in users.map { generations.place(of: $0)?.number ?? -1 } }
  }

  /// Adds a head that was read from the database. It is dropped if the cache has turned or has the user, because a
  /// newer head may have been published meanwhile.
  func fill(_ head: SessionAPI.Head, of user: String, ticket: UInt64) {
    generations.withLock { generations in
      guard generations.turns == ticket, generations.find(user) == nil else { return }
      generations.set(head, of: user)
    }
  }
}
