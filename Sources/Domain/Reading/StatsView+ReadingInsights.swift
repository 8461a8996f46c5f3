public import Chronology

/// A timeframe and a selection of books.
struct ReadingQuestion: Hashable, Sendable {
  var timeframe: ReadingTimeframe
  var filter: BookFilter
}

/// Cached reading figures. Any event and a new day discard them.
struct ReadingAnswers: Sendable {
  private var today: Day?
  var insights: [ReadingQuestion: ReadingInsights] = [:]
  var timelines: [Int: ReadingTimeline] = [:]

  /// Discards the figures of another day.
  mutating func begin(_ today: Day) {
    if self.today != today { self = ReadingAnswers(today: today) }
  }

  /// There are as many filters as genres, so the number of cached insights is limited.
  private static let mostInsights = 32

  mutating func keep(_ answer: ReadingInsights, to question: ReadingQuestion) {
    if insights.count == Self.mostInsights { insights = [:] }
    insights[question] = answer
  }

  init(today: Day? = nil) { self.today = today }

  var approximateBytes: Int { insights.count * 1_024 + timelines.keys.reduce(0) { $0 + $1 * 64 } }
}

extension StatsView {
  /// Returns the insights of the calendar timeframe, compared with as many days of the previous one as have passed.
  public mutating func readingInsights(
    of timeframe: ReadingTimeframe = .allTime, only filter: BookFilter = BookFilter(), now: Instant
  ) -> ReadingInsights {
    let today = calendar.day(of: now)
    cachedReading.begin(today)
    let question = ReadingQuestion(timeframe: timeframe, filter: filter)
    if let cached = cachedReading.insights[question] { return cached }
    let computed =
      filter.isOpen
      ? reading.insights(of: timeframe, on: today) : reading.insights(of: timeframe, only: filter, on: today)
    cachedReading.keep(computed, to: question)
    return computed
  }

  /// `count` is one of `ReadingTimeline.counts`.
  public mutating func readingTimeline(
    _ count: Int = ReadingTimeline.defaultCount, now: Instant
  ) -> ReadingTimeline {
    let count = min(max(count, ReadingTimeline.counts.lowerBound), ReadingTimeline.counts.upperBound)
    let today = calendar.day(of: now)
    cachedReading.begin(today)
    if let cached = cachedReading.timelines[count] { return cached }
    let computed = reading.timeline(count, on: today)
    cachedReading.timelines[count] = computed
    return computed
  }
}
