/// A limit of attempts, by a key. Belongs to the edge's loop.
protocol Attempts: AnyObject {
  /// Calls `turn` once, now or later. After `.now` the caller must call `finish`.
  func begin(_ key: String, now: Int64, _ turn: @escaping (SignInAttempts.Turn) -> Void)
  func finish(_ key: String, _ outcome: SignInAttempts.Outcome, now: Int64)
}

/// Limits the attempts to prove something, by a key: the address, the user or the session. At most as many attempts of
/// one key run at once as may still fail; the others wait, so that concurrent attempts gain nothing over sequential
/// ones. Belongs to the edge's loop.
final class SignInAttempts: Attempts {
  enum Turn: Equatable {
    case now
    /// Too many attempts failed. The value is the number of seconds until the next one is allowed.
    case rejected(Int)
    /// Too many attempts wait.
    case busy
  }

  enum Outcome: String, Codable, Sendable { case right, wrong, undecided }

  private struct Attempts {
    var wrong: WrongAttempts
    var trying = 0
    var waiting: [(Turn) -> Void] = []

    func isIdle(now: Int64) -> Bool { trying == 0 && waiting.isEmpty && wrong.count(now: now) == 0 }
  }

  private let limit: AttemptLimit
  private var keys: [String: Attempts] = [:]
  private var waitingOfAll = 0
  private var tryingOfAll = 0

  init(_ limit: AttemptLimit) {
    self.limit = limit
  }

  func begin(_ key: String, now: Int64, _ turn: @escaping (Turn) -> Void) {
    if keys.count >= Limits.attemptKeys { makeRoom(now: now) }
    var entry = keys[key] ?? Attempts(wrong: WrongAttempts(limit))
    if let rejection = rejection(entry, now: now) { return turn(rejection) }
    // `turn` may call `begin` again, so the entry is stored first.
    if mayTry(entry, now: now) {
      entry.trying += 1
      tryingOfAll += 1
      keys[key] = entry
      return turn(.now)
    }
    // A waiting attempt continues when a running one of its key ends, so one must be running.
    guard entry.trying > 0, entry.waiting.count < Limits.waitingAttempts, waitingOfAll < Limits.waitingAttemptsOfAll
    else { return turn(.busy) }
    entry.waiting.append(turn)
    waitingOfAll += 1
    keys[key] = entry
  }

  /// Removes the keys without current attempts, and if there are too many others, those with the fewest failures: a
  /// guesser who uses many keys must not erase the count of the one that matters.
  private func makeRoom(now: Int64) {
    keys = keys.filter { !$0.value.isIdle(now: now) }
    guard keys.count >= Limits.attemptKeys else { return }
    let quiet = keys.filter { $0.value.trying == 0 && $0.value.waiting.isEmpty }
    let fewest = quiet.sorted { $0.value.wrong.count(now: now) < $1.value.wrong.count(now: now) }
    for (key, _) in fewest.prefix(Limits.attemptKeys / 2) { keys[key] = nil }
  }

  func finish(_ key: String, _ outcome: Outcome, now: Int64) {
    guard var entry = keys[key] else { return }
    entry.trying -= 1
    tryingOfAll -= 1
    if case .wrong = outcome { entry.wrong.add(now: now) }
    var next: [(Turn, (Turn) -> Void)] = []
    if let rejection = rejection(entry, now: now) {
      next = entry.waiting.map { (rejection, $0) }
      entry.waiting = []
    } else {
      while !entry.waiting.isEmpty, mayTry(entry, now: now) {
        next.append((.now, entry.waiting.removeFirst()))
        entry.trying += 1
        tryingOfAll += 1
      }
    }
    if entry.trying == 0 {
      next += entry.waiting.map { (.busy, $0) }
      entry.waiting = []
    }
    waitingOfAll -= next.count
    keys[key] = entry.isIdle(now: now) ? nil : entry
    for (turn, waiter) in next { waiter(turn) }
  }

  private func rejection(_ entry: Attempts, now: Int64) -> Turn? {
    let wait = entry.wrong.wait(now: now)
    return wait > 0 ? .rejected(Int((wait + 999) / 1_000)) : nil
  }

  private func mayTry(_ entry: Attempts, now: Int64) -> Bool {
    entry.wrong.count(now: now) + entry.trying < limit.most && tryingOfAll < Limits.attemptsAtOnce
  }
}
