import Chronology
import Domain
import SeededRandom

/// Decides whether unlocks are dated by the facts, as in a new account, or by the latest fact, as in an account of an
/// earlier version.
struct RandomDating {
  private var hasBegun = false

  /// Returns nil if another event is next.
  mutating func next(using random: inout SplitMix) -> Event? {
    guard !hasBegun else { return nil }
    hasBegun = true
    guard Bool.random(using: &random) else { return nil }
    return .account(.opened(AccountOpened(at: Instant(seconds: 1_300_000_000), datesUnlocks: true)))
  }
}
