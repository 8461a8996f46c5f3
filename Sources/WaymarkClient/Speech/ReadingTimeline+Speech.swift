public import Foundation

extension ReadingTimeline {
  /// Describes the chart for VoiceOver, in English: "Reading timeline from December 2025 to November 2026. 14 books in
  /// 12 months. Most in March 2026: 4 books. Cultural diversity between 40 and 85 percent, most recently 62 percent."
  public func accessibilitySummary(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    guard let first = months.first, let last = months.last else { return "Reading timeline without months." }
    let span =
      first.month == last.month
      ? "Reading timeline of \(words.month(first.month))."
      : "Reading timeline from \(words.month(first.month)) to \(words.month(last.month))."
    return [span, volume(words), diversity(words)].joined(separator: " ")
  }

  private func volume(_ words: Formatters) -> String {
    let books = months.reduce(0) { $0 + $1.books }
    guard books > 0 else { return "No books finished." }
    let total = "\(words.counted(books, "book")) in \(words.counted(months.count, "month"))."
    // If several months have the most books, name the latest, which a person remembers best.
    let most = months.reduce(months[0]) { $1.books >= $0.books ? $1 : $0 }
    return months.count == 1
      ? total : "\(total) Most in \(words.month(most.month)): \(words.counted(most.books, "book"))."
  }

  private func diversity(_ words: Formatters) -> String {
    let known = months.compactMap(\.diversityPercentage)
    guard let least = known.min(), let most = known.max(), let latest = known.last else {
      return "No cultural data yet."
    }
    guard known.count > 1 else { return "Cultural diversity \(words.spokenPercent(latest))." }
    let (from, to) = (words.number(least, decimals: 1), words.spokenPercent(most))
    return "Cultural diversity between \(from) and \(to), most recently \(words.spokenPercent(latest))."
  }
}

extension ReadingTimeline.Month {
  /// Describes one point of the chart for VoiceOver, in English: "March 2026: 4 books, cultural diversity 62 percent."
  public func accessibilityLabel(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    let diversity = diversityPercentage.map { ", cultural diversity \(words.spokenPercent($0))" } ?? ""
    return "\(words.month(month)): \(words.counted(books, "book"))\(diversity)."
  }
}
