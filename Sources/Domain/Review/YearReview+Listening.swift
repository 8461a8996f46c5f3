import Chronology

extension YearReview.Listening {
  /// `tallies` and `days` cover only this span.
  init?(_ span: CalendarSpan, of fold: inout ListeningFold, _ tallies: TallySums, days: [Double]) {
    seconds = DecimalSum(days).value.clampedToFinite
    plays = tallies.count
    longestStreak = fold.history.streaks(from: span.first, to: span.last).longest
    topStory = fold.mostListened(of: tallies.stories)
    topHero = YearReview.TopHero(of: fold, tallies.stories)
    if seconds == 0, plays == 0, longestStreak == 0 { return nil }
  }
}

extension YearReview.TopHero {
  /// Most seconds, then the name, then the id. Nil if the user listened to none.
  init?(of fold: ListeningFold, _ tallies: [StoryTally]) {
    var sums: [String: DecimalSum] = [:]
    // In the order of the stories' numbers, so that floating-point sums are always the same.
    for (number, story) in fold.stories.existing where number < tallies.count {
      guard let heroId = story.heroId, fold.heroes[heroId] != nil else { continue }
      sums[heroId, default: DecimalSum()] += tallies[number].tally.sum
    }
    let heroes = sums.compactMap { id, sum in
      fold.heroes[id].map { YearReview.TopHero(heroId: id, heroName: $0.name, seconds: sum.value.clampedToFinite) }
    }
    guard let top = heroes.filter({ $0.seconds > 0 }).min(by: { $0.isBefore($1) }) else { return nil }
    self = top
  }

  private func isBefore(_ other: Self) -> Bool {
    if seconds != other.seconds { return seconds > other.seconds }
    if !heroName.utf8.elementsEqual(other.heroName.utf8) {
      return heroName.utf8.lexicographicallyPrecedes(other.heroName.utf8)
    }
    return heroId < other.heroId
  }
}
