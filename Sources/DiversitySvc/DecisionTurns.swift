import Proto

/// Lets the calls of one user decide one after the other. Belongs to its loop.
final class DecisionTurns: Sendable {
  /// By the user whose turn is taken: the calls that wait for it.
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

  /// The turn goes to the next call that waits.
  func pass(_ user: String) {
    guard waiting.value[user]?.isEmpty == false, let next = waiting.value[user]?.removeFirst() else {
      waiting.value[user] = nil
      return
    }
    next.resume()
  }
}
