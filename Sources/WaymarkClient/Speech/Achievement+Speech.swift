public import Foundation

extension Achievement {
  /// Describes the achievement for VoiceOver, in English: "Bookworm, uncommon achievement. Read 10 books. Unlocked on
  /// Nov 20, 2026." A locked one ends with "Locked, 40 percent complete."
  public func accessibilityLabel(
    locale: Locale = .autoupdatingCurrent, timeZone: TimeZone = .autoupdatingCurrent
  ) -> String {
    let words = Formatters(locale: locale)
    let state =
      isUnlocked
      ? unlockedAt.map { "Unlocked on \(words.day(CalendarDay($0, in: timeZone)))." } ?? "Unlocked."
      : "Locked, \(words.spokenPercent(progress * 100)) complete."
    return ["\(title), \(rarity.rawValue) achievement.", description.asSentence, state]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ReadingGoal {
  /// Describes the goal for VoiceOver, in English: "Annual Reading Goal: 7 of 12. 5 books remaining. On track."
  public func accessibilityLabel(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    let standing = "\(type.displayName): \(words.number(Double(current))) of \(words.number(Double(target)))."
    let pace = isReached ? "" : onTrack ? "On track." : "Behind schedule."
    return [standing, subtitle.asSentence, pace].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// Adds a full stop unless there is one, because VoiceOver pauses there.
  fileprivate var asSentence: String {
    isEmpty || hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "."
  }
}
