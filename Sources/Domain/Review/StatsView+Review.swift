public import Chronology

extension StatsView {
  /// The valid years.
  public static let reviewYears = CalendarSpan.years
  /// The valid months of a year.
  public static let reviewMonths = CalendarSpan.months
  /// The number of reviews to cache.
  private static let mostReviews = 16

  /// Returns the review of a year or of one of its months; of the current one, the part that has passed. `year` is one
  /// of `reviewYears`, and `month` one of `reviewMonths`.
  public mutating func review(of year: Int, month: Int? = nil, now: Instant) -> YearReview {
    let span = CalendarSpan(year: year, month: month, in: fold.calendar)
    let days = span.first...span.last
    var review = cachedReviews[days] ?? makeReview(of: span)
    cachedReviews[days] = review
    review.milestonesUnlocked = milestones(now: now).compactMap { milestone in
      span.unlocked(milestone.id, milestone.title, milestone.icon, at: milestone.unlockedAt)
    }
    review.achievementsUnlocked = achievements().compactMap { achievement in
      span.unlocked(achievement.id, achievement.title, achievement.icon, at: achievement.unlockedAt)
    }
    return review
  }

  private mutating func makeReview(of span: CalendarSpan) -> YearReview {
    if cachedReviews.count == Self.mostReviews { cachedReviews = [:] }
    let tallies = fold.history.tallies(of: span.seconds)
    let listened = fold.history.seconds(from: span.first, to: span.last)
    let (tally, records) = rucks.sums(from: span.first, to: span.last)
    return YearReview(
      year: span.year, month: span.month,
      listening: YearReview.Listening(span, of: &fold, tallies, days: listened),
      reading: YearReview.Reading(span, of: &reading),
      rucks: YearReview.Rucks(of: tally, records: records),
      busiestDay: YearReview.BusiestDay(
        span,
        of: [
          listened, reading.sessions.days.seconds(from: span.first, to: span.last),
          rucks.seconds(from: span.first, to: span.last),
        ]),
      busiestHour: YearReview.busiestHour(
        of: [tallies.hours.map(\.count), reading.starts(in: span.seconds), tally.hours]),
      goals: span.month == nil ? reading.goals(of: span).map(YearReview.Goal.init) : [])
  }
}

extension CalendarSpan {
  /// Returns nil if the item was not unlocked in the span.
  fileprivate func unlocked(
    _ id: String, _ title: String, _ icon: String, at unlockedAt: Instant?
  ) -> YearReview.Unlocked? {
    guard let unlockedAt, seconds.contains(unlockedAt.seconds) else { return nil }
    return YearReview.Unlocked(id: id, title: title, icon: icon, unlockedAt: unlockedAt)
  }
}
