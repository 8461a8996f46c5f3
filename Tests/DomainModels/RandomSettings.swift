import Chronology
import Domain
import SeededRandom

/// Random changes of settings and goals: those of old events, which always count, and those since an instant.
enum RandomSettings {
  static func change(_ profile: Profile, using random: inout SplitMix, at instant: () -> Instant) -> ProfileChanged {
    if Int.random(in: 0..<3, using: &random) == 0 { return ProfileChanged(profile: profile) }
    // Unchanged settings are written too: a client may send all of them.
    return ProfileChanged(
      profile: profile,
      changes: SettingChange.Setting.allCases.map { setting in
        SettingChange(setting, since: since(using: &random, at: instant))
      })
  }

  static func since(using random: inout SplitMix, at instant: () -> Instant) -> Instant? {
    Int.random(in: 0..<4, using: &random) == 0 ? nil : instant()
  }
}
