/// Limits the attempts to sign in. At most as many attempts of one address run at once as may still fail; the others
/// wait, so that concurrent attempts gain nothing over sequential ones. Belongs to the edge's loop.
final class SignInAttempts {
  enum Turn: Equatable {
    case now
    /// Too many attempts failed. The value is the number of seconds until the next one is allowed.
    case refused(Int)
  }

  enum Outcome { case right, wrong, undecided }

  private struct Address {
    var wrong = WrongAttempts(most: Limits.wrongAttempts)
    var trying = 0
    var waiting: [(Turn) -> Void] = []

    func isIdle(now: Int64) -> Bool { trying == 0 && waiting.isEmpty && wrong.count(now: now) == 0 }
  }

  private var addresses: [String: Address] = [:]
  private var all = WrongAttempts(most: Limits.wrongAttemptsOfAll)
  private var waitingOfAll = 0
  private var tryingOfAll = 0

  /// Calls `turn` once, now or later. After `.now` the caller must call `finish`.
  func begin(_ address: String, now: Int64, _ turn: @escaping (Turn) -> Void) {
    if addresses.count >= Limits.attemptAddresses { addresses = addresses.filter { !$0.value.isIdle(now: now) } }
    if let refusal = refusal(address, now: now) { return turn(refusal) }
    var entry = addresses[address] ?? Address()
    // `turn` may call `begin` again, so the entry is stored first.
    if mayTry(entry, now: now) {
      entry.trying += 1
      tryingOfAll += 1
      addresses[address] = entry
      return turn(.now)
    }
    // A waiting attempt continues when a running one of its address ends, so one must be running.
    guard entry.trying > 0, entry.waiting.count < Limits.waitingAttempts, waitingOfAll < Limits.waitingAttemptsOfAll
    else {
      return turn(.refused(1))
    }
    entry.waiting.append(turn)
    waitingOfAll += 1
    addresses[address] = entry
  }

  func finish(_ address: String, _ outcome: Outcome, now: Int64) {
    guard var entry = addresses[address] else { return }
    entry.trying -= 1
    tryingOfAll -= 1
    if case .wrong = outcome {
      entry.wrong.add(now: now)
      all.add(now: now)
    }
    var next: [(Turn, (Turn) -> Void)] = []
    if let refusal = refusal(entry, now: now) {
      next = entry.waiting.map { (refusal, $0) }
      entry.waiting = []
    } else {
      while !entry.waiting.isEmpty, mayTry(entry, now: now) {
        next.append((.now, entry.waiting.removeFirst()))
        entry.trying += 1
        tryingOfAll += 1
      }
    }
    if entry.trying == 0 {
      next += entry.waiting.map { (.refused(1), $0) }
      entry.waiting = []
    }
    waitingOfAll -= next.count
    addresses[address] = entry.isIdle(now: now) ? nil : entry
    for (turn, waiter) in next { waiter(turn) }
  }

  private func refusal(_ address: String, now: Int64) -> Turn? {
    refusal(addresses[address] ?? Address(), now: now)
  }

  private func refusal(_ entry: Address, now: Int64) -> Turn? {
    let wait = max(entry.wrong.wait(now: now), all.wait(now: now))
    return wait > 0 ? .refused(Int((wait + 999) / 1_000)) : nil
  }

  private func mayTry(_ entry: Address, now: Int64) -> Bool {
    entry.wrong.count(now: now) + entry.trying < Limits.wrongAttempts
      && tryingOfAll < Limits.wrongAttemptsOfAll - all.count(now: now)
  }
}
