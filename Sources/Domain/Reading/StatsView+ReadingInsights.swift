public import Chronology

/// A timeframe, a selection of books, and what their figures are compared with.
struct ReadingQuery: Hashable, Sendable {
  var timeframe: ReadingTimeframe
  var filter: BookFilter
  var compared: ComparedPeriod?
}

/// Cached reading figures. Any event and a new day discard them.
struct ReadingCache: Sendable {
  private var today: Day?
  var insights: [ReadingQuery: ReadingInsights] = [:]
  var timelines: [Int: ReadingTimeline] = [:]

  /// Discards the figures of another day.
  mutating func discardUnless(_ today: Day) {
    if self.today != today { self = ReadingCache(today: today) }
  }

  /// There are as many filters as genres, so the number of cached insights is limited.
  private static let mostInsights = 32

  mutating func store(_ computed: ReadingInsights, for query: ReadingQuery) {
    if insights.count == Self.mostInsights { insights = [:] }
    insights[query] = computed
  }

  init(today: Day? = nil) { self.today = today }

  var approximateBytes: Int { insights.count * 1_024 + timelines.keys.reduce(0) { $0 + $1 * 64 } }
}

extension StatsView {
  /// Returns the insights of the calendar timeframe, with trends since as many days of the previous one as have passed.
  /// They have the figures of another period if `compared` is not nil; all time is compared with nothing.
  public mutating func readingInsights(
    of timeframe: ReadingTimeframe = .allTime, only filter: BookFilter = BookFilter(),
    comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> ReadingInsights {
    let today = calendar.day(of: now)
    cachedReading.discardUnless(today)
    let query = ReadingQuery(timeframe: timeframe, filter: filter, compared: compared)
    if let cached = cachedReading.insights[query] { return cached }
    let computed =
      filter.selectsAll
      ? reading.insights(of: timeframe, comparedWith: compared, on: today)
      : reading.insights(of: timeframe, only: filter, comparedWith: compared, on: today)
    cachedReading.store(computed, for: query)
    return computed
  }

  /// `count` is one of `ReadingTimeline.counts`.
  public mutating func readingTimeline(
    _ count: Int = ReadingTimeline.defaultCount, now: Instant
  ) -> ReadingTimeline {
    let count = min(max(count, ReadingTimeline.counts.lowerBound), ReadingTimeline.counts.upperBound)
    let today = calendar.day(of: now)
    cachedReading.discardUnless(today)
    if let cached = cachedReading.timelines[count] { return cached }
    let computed = reading.timeline(count, on: today)
    cachedReading.timelines[count] = computed
    return computed
  }
}
