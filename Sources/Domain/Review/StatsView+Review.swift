public import Chronology

extension StatsView {
  /// The valid years.
  public static let reviewYears = CalendarYear.numbers
  /// The number of reviews to cache.
  private static let mostReviews = 16

  /// Returns the review of a year; of the current year, the part that has passed. `number` is one of `reviewYears`.
  public mutating func review(of number: Int, now: Instant) -> YearReview {
    let year = CalendarYear(number, in: fold.calendar)
    var review = cachedReviews[number] ?? makeReview(of: year)
    cachedReviews[number] = review
    // Each has its current progress.
    review.milestonesUnlocked = milestones(now: now).filter { year.contains($0.unlockedAt) }
    review.achievementsUnlocked = achievements().filter { year.contains($0.unlockedAt) }
    return review
  }

  private mutating func makeReview(of year: CalendarYear) -> YearReview {
    if cachedReviews.count == Self.mostReviews { cachedReviews = [:] }
    let tallies = fold.history.tallies(of: year.seconds)
    let listened = fold.history.seconds(from: year.first, to: year.last)
    let (tally, records) = rucks.sums(from: year.first, to: year.last)
    return YearReview(
      year: year.number, listening: YearReview.Listening(year, of: &fold, tallies, days: listened),
      reading: YearReview.Reading(year, of: &reading),
      rucks: YearReview.Rucks(of: tally, records: records),
      busiestDay: YearReview.BusiestDay(
        year,
        of: [
          listened, reading.days.seconds(from: year.first, to: year.last),
          rucks.seconds(from: year.first, to: year.last),
        ]),
      busiestHour: YearReview.busiestHour(
        of: [tallies.hours.map(\.count), reading.starts(in: year.seconds), tally.hours]))
  }
}
