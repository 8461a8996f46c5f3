import Crypto
import Service

/// Limits how many unknown links an address, and all together, may request in a minute. A secret that was valid
/// recently is not counted, so its visitors are not limited by the guesses of others behind the same proxy.
struct LinkGuesses {
  private struct Count {
    var minute = Int64.min
    var guesses = 0
  }

  /// The guesses per minute of one address and of all, at this edge.
  private let most: (ofAddress: Int, ofAll: Int)
  private var addresses = RecentMap<String, Count>(capacity: Limits.countedGuessers)
  private var all = Count()
  private var valid = RecentMap<SHA256.Digest, Bool>(capacity: Limits.knownSecrets)

  /// Several edges share the limits: each has its part.
  init(_ place: EdgePlace = .only) {
    most = (place.part(of: Limits.wrongGuessesPerMinute), place.part(of: Limits.allWrongGuessesPerMinute))
  }

  /// Returns whether the secret is not known to be valid, so that its request counts as a guess.
  mutating func isGuess(_ secret: SHA256.Digest) -> Bool { valid[secret] == nil }

  /// Counts a guess; false if there were too many.
  mutating func begin(_ address: String, second: Int64) -> Bool {
    let minute = second / 60
    var own = addresses[address] ?? Count()
    if own.minute != minute { own = Count(minute: minute) }
    if all.minute != minute { all = Count(minute: minute) }
    guard own.guesses < most.ofAddress, all.guesses < most.ofAll else { return false }
    own.guesses += 1
    all.guesses += 1
    addresses[address] = own
    return true
  }

  /// The secret is valid: a counted guess is removed again.
  mutating func confirm(_ secret: SHA256.Digest, isCounted: Bool, from address: String) {
    valid[secret] = true
    guard isCounted else { return }
    all.guesses = max(0, all.guesses - 1)
    guard var own = addresses[address] else { return }
    own.guesses = max(0, own.guesses - 1)
    addresses[address] = own
  }

  mutating func forget(_ secret: SHA256.Digest) { valid[secret] = nil }
}
