import API
import Proto
import Storage
import Synchronization

/// Follows the writes of other hosts to the same database by reading heads in rounds. One round runs at a time and
/// serves all calls that began before it. While calls wait, their users are polled. A message of another host only
/// starts the next round early.
final class OtherHosts: Sendable {
  fileprivate typealias ReadContinuation = CheckedContinuation<DatabaseError?, Never>

  fileprivate struct State {
    /// The users of the next round.
    var users: Set<String> = []
    /// Calls by user. A round serves only calls that began before it.
    var calls: [String: [ReadContinuation]] = [:]
    var isRunning = false
    /// The number of waiting calls per user, including calls that are about to wait, so that no message is missed.
    var waits: [String: Int] = [:]
    /// Waiting users who are still to be polled in this cycle.
    var pass: [String] = []
  }

  /// Announces a deletion. It is not a valid user id.
  static let erasureWord = "!"

  private let database: Database
  private let heads: Heads
  private let state = Mutex(State())

  /// Returns nil if this process is the only writer.
  init?(_ database: Database, _ heads: Heads) {
    guard database.address.isShared else { return nil }
    self.database = database
    self.heads = heads
  }

  /// Called before a call may wait for the user's journal.
  func beginWait(_ user: String) {
    state.withLock { $0.waits[user, default: 0] += 1 }
  }

  func endWait(_ user: String) {
    state.withLock { state in
      let count = state.waits[user] ?? 0
      state.waits[user] = count > 1 ? count - 1 : nil
    }
  }

  /// Updates the user's head in memory to a state of the database after this call began.
  func refresh(_ user: String) async throws(DatabaseError) {
    let failure = await withCheckedContinuation { (continuation: ReadContinuation) in
      scheduleRound { state in
        state.users.insert(user)
        state.calls[user, default: []].append(continuation)
      }
    }
    if let failure { throw failure }
  }

  /// Publishes a committed write of this host.
  func publish(_ user: String, appended: Int) {
    heads.count(appended)
    receive(user)
    database.send(user)
  }

  /// Announces a deletion of this host.
  func publishErasure(of user: String) {
    receive(user)
    database.send(user)
    database.send(Self.erasureWord)
  }

  /// Handles messages about users' new events. An empty list means that any user may have some.
  func receive(_ words: [String]) {
    for word in words where word != Self.erasureWord { receive(word) }
    guard words.isEmpty else { return }
    scheduleRound { $0.users.formUnion($0.waits.keys) }
  }

  private func receive(_ user: String) {
    scheduleRound { state in
      if state.waits[user] != nil { state.users.insert(user) }
    }
  }

  /// Called at intervals while calls wait. Reads the heads of their users in turn, independent of messages.
  func poll() {
    scheduleRound { state in
      if state.pass.isEmpty { state.pass = Array(state.waits.keys) }
      state.users.formUnion(state.pass.suffix(SessionLimits.headsPerRound))
      state.pass.removeLast(min(state.pass.count, SessionLimits.headsPerRound))
    }
  }

  private func scheduleRound(_ add: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      add(&state)
      guard !state.isRunning, !state.users.isEmpty else { return false }
      state.isRunning = true
      return true
    }
    if isFirst { Task { await runRounds() } }
  }

  private func runRounds() async {
    while let (users, calls) = state.withLock({ $0.nextRound() }) {
      var failure: DatabaseError?
      do {
        let found = try await database.read(cost: 1 + users.count / 8) { rows in
          try rows.prefetch(users.map(UserStore.headQuery))
          return try users.map { (user: $0, head: try UserStore.head($0, rows)) }
        }
        heads.update(found)
      } catch {
        failure = error as? DatabaseError ?? DatabaseError(.misuse, "\(error)")
      }
      for call in calls { call.resume(returning: failure) }
    }
  }
}

extension OtherHosts.State {
  /// Returns the next round, or nil if there is nothing to read.
  fileprivate mutating func nextRound() -> (users: [String], calls: [OtherHosts.ReadContinuation])? {
    guard !users.isEmpty else {
      isRunning = false
      return nil
    }
    let next = Array(users.prefix(SessionLimits.headsPerRound))
    users.subtract(next)
    return (next, next.flatMap { calls.removeValue(forKey: $0) ?? [] })
  }
}
