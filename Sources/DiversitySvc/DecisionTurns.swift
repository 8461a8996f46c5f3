import Proto

/// Runs the decisions of each user one after the other. Belongs to its loop.
final class DecisionTurns: Sendable {
  /// The waiting calls, by the user whose turn is taken.
  private let waiting: LoopLocal<[String: [CheckedContinuation<Void, Never>]]>

  init(_ loop: Loop) {
    waiting = LoopLocal(loop, [:])
  }

  func take(_ user: String) async {
    guard waiting.value[user] != nil else {
      waiting.value[user] = []
      return
    }
    await withCheckedContinuation { waiting.value[user]?.append($0) }
  }

  /// Passes the turn to the next waiting call.
  func pass(_ user: String) {
    guard waiting.value[user]?.isEmpty == false, let next = waiting.value[user]?.removeFirst() else {
      waiting.value[user] = nil
      return
    }
    next.resume()
  }
}
