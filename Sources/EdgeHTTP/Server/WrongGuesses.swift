/// Secrets that were not known, by the address that tried them and in all, in the present minute. A secret that was
/// good a while ago is not counted: those who have it do not suffer for others behind the same proxy.
struct WrongGuesses {
  private struct Count {
    var minute = Int64.min
    var guesses = 0
  }

  private var addresses = RecentMap<String, Count>(capacity: Limits.countedGuessers)
  private var all = Count()

  /// Counts one, which is taken back if it turns out to be good; false where there have been too many.
  mutating func begin(_ address: String, second: Int64) -> Bool {
    let minute = second / 60
    var own = addresses[address] ?? Count()
    if own.minute != minute { own = Count(minute: minute) }
    if all.minute != minute { all = Count(minute: minute) }
    guard own.guesses < Limits.wrongGuessesPerMinute, all.guesses < Limits.allWrongGuessesPerMinute else {
      return false
    }
    own.guesses += 1
    all.guesses += 1
    addresses[address] = own
    return true
  }

  mutating func withdraw(_ address: String) {
    all.guesses = max(0, all.guesses - 1)
    guard var own = addresses[address] else { return }
    own.guesses = max(0, own.guesses - 1)
    addresses[address] = own
  }
}
