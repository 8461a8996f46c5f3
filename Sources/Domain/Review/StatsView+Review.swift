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
    review.milestonesUnlocked = milestones(now: now).compactMap { milestone in
      year.unlocked(milestone.id, milestone.title, milestone.icon, at: milestone.unlockedAt)
    }
    review.achievementsUnlocked = achievements().compactMap { achievement in
      year.unlocked(achievement.id, achievement.title, achievement.icon, at: achievement.unlockedAt)
    }
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
        of: [tallies.hours.map(\.count), reading.starts(in: year.seconds), tally.hours]),
      goals: reading.goals(of: year).map(YearReview.Goal.init))
  }
}

extension CalendarYear {
  /// Returns nil if the item was not unlocked in the year.
  fileprivate func unlocked(
    _ id: String, _ title: String, _ icon: String, at unlockedAt: Instant?
  ) -> YearReview.Unlocked? {
    guard let unlockedAt, seconds.contains(unlockedAt.seconds) else { return nil }
    return YearReview.Unlocked(id: id, title: title, icon: icon, unlockedAt: unlockedAt)
  }
}
