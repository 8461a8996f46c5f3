import Synchronization

/// The users with webhooks whose journals have new events. Writing for any other user costs one look-up in a set.
final class WebhookChanges: Sendable {
  private struct State {
    var watched: Set<String> = []
    var changed: Set<String> = []
    var onChange: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Calls the closure after changes, on any thread.
  func onChange(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = body }
  }

  /// Begins to watch a user, whose journal is then searched once.
  func watch(_ user: String) {
    state.withLock { _ = $0.watched.insert(user) }
    note(user)
  }

  func unwatch(_ user: String) {
    state.withLock { state in
      state.watched.remove(user)
      state.changed.remove(user)
    }
  }

  /// Called after each commit of a user.
  func note(_ user: String) {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      guard state.watched.contains(user), state.changed.insert(user).inserted else { return nil }
      return state.onChange
    }
    wake?()
  }

  /// Returns users that have changed since the last call, at most this many.
  func take(atMost count: Int) -> [String] {
    state.withLock { state in
      let users = Array(state.changed.prefix(count))
      state.changed.subtract(users)
      return users
    }
  }

  var isEmpty: Bool { state.withLock { $0.changed.isEmpty } }
}
