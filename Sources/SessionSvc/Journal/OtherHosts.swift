import API
import Proto
import Storage
import Synchronization

/// What other hosts write to the same database. Memory knows nothing of it, so that the database is asked: in rounds,
/// one after the other, each for all that want to know; and while calls wait, for their users at intervals. A message
/// of another host has the next round come at once, and nothing rests on it.
final class OtherHosts: Sendable {
  fileprivate typealias Answer = CheckedContinuation<DatabaseError?, Never>

  fileprivate struct State {
    /// Asked about in the next round.
    var users: Set<String> = []
    /// Calls by the user of whom they want to know; a round that began before them does not answer them.
    var calls: [String: [Answer]] = [:]
    var isAsking = false
    /// How many calls wait for a user, or are about to: what is heard between a question and its wait counts too.
    var waits: [String: Int] = [:]
    /// Users who are waited for, and whose turn in this pass is still to come.
    var pass: [String] = []
  }

  /// A word that is no user's name: accounts are being deleted.
  static let erasureWord = "!"

  private let database: Database
  private let heads: Heads
  private let state = Mutex(State())

  /// Nil where this process is the only one that writes.
  init?(_ database: Database, _ heads: Heads) {
    guard database.address.isShared else { return nil }
    self.database = database
    self.heads = heads
  }

  /// A call begins that may wait for the user's journal to go on.
  func enter(_ user: String) {
    state.withLock { $0.waits[user, default: 0] += 1 }
  }

  func leave(_ user: String) {
    state.withLock { state in
      let count = state.waits[user] ?? 0
      state.waits[user] = count > 1 ? count - 1 : nil
    }
  }

  /// Brings the end of the user's journal into memory, as it is after this call began.
  func ask(_ user: String) async throws(DatabaseError) {
    let failure = await withCheckedContinuation { (answer: Answer) in
      askSoon { state in
        state.users.insert(user)
        state.calls[user, default: []].append(answer)
      }
    }
    if let failure { throw failure }
  }

  /// Written here, and on the disk.
  func publish(_ user: String, appended: Int) {
    heads.count(appended)
    receive(user)
    database.send(user)
  }

  /// An account is being deleted from here on.
  func publishErasure(of user: String) {
    receive(user)
    database.send(user)
    database.send(Self.erasureWord)
  }

  /// Something has been written, here or elsewhere; without a word, that may be so of any user.
  func receive(_ words: [String]) {
    for word in words where word != Self.erasureWord { receive(word) }
    guard words.isEmpty else { return }
    askSoon { $0.users.formUnion($0.waits.keys) }
  }

  private func receive(_ user: String) {
    askSoon { state in
      if state.waits[user] != nil { state.users.insert(user) }
    }
  }

  /// Called at intervals while calls wait: their users are asked about in turn, without any message.
  func pace() {
    askSoon { state in
      if state.pass.isEmpty { state.pass = Array(state.waits.keys) }
      state.users.formUnion(state.pass.suffix(SessionLimits.headsPerRound))
      state.pass.removeLast(min(state.pass.count, SessionLimits.headsPerRound))
    }
  }

  private func askSoon(_ add: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      add(&state)
      guard !state.isAsking, !state.users.isEmpty else { return false }
      state.isAsking = true
      return true
    }
    if isFirst { Task { await askInRounds() } }
  }

  private func askInRounds() async {
    while let (users, calls) = state.withLock({ $0.nextRound() }) {
      var failure: DatabaseError?
      do {
        let found = try await database.read(cost: 1 + users.count / 8) { rows in
          try rows.ask(users.map(UserStore.headQuery))
          return try users.map { (user: $0, head: try UserStore.head($0, rows)) }
        }
        heads.bring(found)
      } catch {
        failure = error as? DatabaseError ?? DatabaseError(.misuse, "\(error)")
      }
      for call in calls { call.resume(returning: failure) }
    }
  }
}

extension OtherHosts.State {
  /// The next round; nil, and the end of asking, where there is none.
  fileprivate mutating func nextRound() -> (users: [String], calls: [OtherHosts.Answer])? {
    guard !users.isEmpty else {
      isAsking = false
      return nil
    }
    let next = Array(users.prefix(SessionLimits.headsPerRound))
    users.subtract(next)
    return (next, next.flatMap { calls.removeValue(forKey: $0) ?? [] })
  }
}
