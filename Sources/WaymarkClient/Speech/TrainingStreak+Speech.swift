public import Foundation

extension TrainingStreak {
  /// Describes the streak for VoiceOver, in English: "Training streak: 8 weeks. This week: 1 of 2 rucks, 1 to go.
  /// Longest: 12 weeks."
  public func accessibilityLabel(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    let sessions = words.number(Double(thisWeek.sessions))
    let week =
      thisWeek.meetsGoal
      ? "\(words.counted(thisWeek.sessions, "ruck")), goal reached"
      : "\(sessions) of \(words.counted(weeklyGoal, "ruck")), \(words.number(Double(thisWeek.remaining))) to go"
    let (now, best) = (words.counted(current, "week"), words.counted(longest, "week"))
    return "Training streak: \(now). This week: \(week). Longest: \(best)."
  }

  /// Returns a sentence such as "8 weeks in a row with 2 rucks or more!", in English, or nil if there is no
  /// celebration.
  public func celebrationMessage(locale: Locale = .autoupdatingCurrent) -> String? {
    guard let celebration else { return nil }
    let words = Formatters(locale: locale)
    let feat = "\(words.counted(celebration.weeks, "week")) in a row with \(words.counted(weeklyGoal, "ruck")) or more!"
    return celebration.weeks == 52 ? "\(feat) A whole year." : feat
  }
}
