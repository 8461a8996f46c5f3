public import Foundation

extension JourneyInsights {
  /// Describes the two rings for VoiceOver, in English: "Reading journey progress: 60 percent complete. Reading
  /// progress: 75 percent. Cultural diversity: 45 percent."
  public func journeyProgressAccessibilityLabel(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    return """
      Reading journey progress: \(words.spokenPercent(overallCompletion)) complete. \
      Reading progress: \(words.spokenPercent(readingProgress)). \
      Cultural diversity: \(words.spokenPercent(culturalProgress)).
      """
  }

  /// Returns the line above the rings, in English, such as "Exploring 5 cultures across 12 books".
  public func headline(locale: Locale = .autoupdatingCurrent) -> String {
    let words = Formatters(locale: locale)
    guard booksRead > 0 else { return "No books finished yet" }
    let books = words.counted(booksRead, "book")
    return culturesExplored > 0 ? "Exploring \(words.counted(culturesExplored, "culture")) across \(books)" : books
  }
}
