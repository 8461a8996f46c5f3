import Charts
import Chronology
import Languages
import SeededRandom

@testable import Domain

/// Figures of any size, including impossible ones.
struct RandomFigures {
  var names: RandomNames

  init(seed: UInt64) {
    names = RandomNames(random: SplitMix(seed: seed))
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[whole(0..<values.count)] }
  mutating func whole(_ range: Range<Int>) -> Int { Int.random(in: range, using: &names.random) }
  mutating func maybe() -> Bool { Bool.random(using: &names.random) }

  mutating func count() -> Int { pick([0, 1, 2, 7, 42, 999, 10_000, 100_000, 4_000_000_000_000_000_000]) }

  mutating func percent() -> Double { pick([0, 0.1, 12.5, 33.3, 50, 66.7, 99.9, 100]) }

  mutating func amount() -> Double {
    pick([0, 0.01, 1, 59.99, 850, 5_200, 123_456, 1e9, 1e300, .greatestFiniteMagnitude])
  }

  mutating func radar() -> DiversityRadar {
    let axes = Array(DiversityDimension.allCases.shuffled(using: &names.random).prefix(pick([5, 6, 7])))
    return DiversityRadar(period: .allTime, axes: axes.map { axis($0) }, completion: percent())
  }

  private mutating func axis(_ dimension: DiversityDimension) -> DiversityRadar.Axis {
    let isGhost = whole(0..<3) == 0
    let language = names.name()
    let completion = isGhost ? 0 : percent()
    return DiversityRadar.Axis(
      dimension: dimension, label: dimension.label, value: isGhost ? 0 : percent(), completion: completion,
      isGhost: isGhost, missingBooks: maybe() ? 0 : count(), breakdown: [language: 3],
      description: "\(dimension.label): \(completion)% complete." + (isGhost ? "" : " \(language): 3 books."))
  }

  mutating func completion() -> DiversityCompletion {
    DiversityCompletion(
      overall: percent(),
      dimensions: DiversityDimension.core.map { dimension in
        DiversityCompletion.Dimension(
          dimension: dimension, label: dimension.label, completion: percent(), filled: count(), total: count())
      }, curatorPoints: count(), missingFields: count())
  }

  mutating func insights() -> ReadingInsights {
    ReadingInsights(
      timeframe: pick(ReadingTimeframe.allCases), booksRead: count(), works: 4, rereads: 1, undated: 0,
      byFormat: FormatCounts(print: 4, unknown: 1), pagesRead: count(), minutesRead: count(),
      culturesExplored: whole(0..<11), averageRating: nil, readingProgress: percent(), culturalProgress: percent(),
      overallCompletion: percent(), velocity: ReadingInsights.Velocity(books: 1, pages: 1, days: 1),
      streak: ReadingInsights.Streak(current: 1, longest: 2),
      genres: ReadingInsights.Genres(count: 0, evenness: 0, top: []),
      trends: ReadingInsights.Trends())
  }

  mutating func day() -> Day { Day(number: Int32(whole(-20_000..<60_000))) }

  mutating func timeline() -> ReadingTimeline {
    let first = day()
    let months = (0..<pick([1, 2, 12, 24, 25, 120])).map { place in
      var month = ReadingTimeline.Month(first.startOfMonth(after: place), FinishedTally())
      month.books = maybe() ? 0 : count()
      month.diversityPercentage = maybe() ? nil : percent()
      return month
    }
    return ReadingTimeline(months: months)
  }

  mutating func weekly() -> RuckWeekly {
    let first = day().startOfWeek
    var weekly = RuckWeekly(pick([1, 2, 12, 52, 260]), of: [], goal: SettingByDay(2), on: first)
    for place in weekly.weeks.indices {
      weekly.weeks[place].sessions = maybe() ? 0 : count()
      weekly.weeks[place].distance = maybe() ? 0 : amount()
      weekly.weeks[place].meetsGoal = maybe()
    }
    weekly.averageDistancePerWeek = amount()
    return weekly
  }

  mutating func activity() -> [ActivityPicture.Series] {
    let first = day()
    let count = pick([1, 2, 7, 30, 31, 32, 90, 365, 366, 400, 401, 1_000, 3_660])
    let kinds = maybe() ? ActivityKind.allCases : [pick(ActivityKind.allCases)]
    let density = pick([1, 2, 50])
    let isVast = whole(0..<4) == 0
    return kinds.map { kind in
      ActivityPicture.Series(
        kind: kind,
        points: (0..<count).map { offset in
          let isSome = whole(0..<density) == 0
          return ActivityPoint(
            date: first + offset, minutes: isSome ? (isVast ? amount() : Double(whole(0..<30_000)) / 100) : 0)
        })
    }
  }

  mutating func achievement() -> AchievementStanding {
    var standing = Samples.achievement
    standing.title = names.name()
    standing.description = names.name()
    standing.rarity = pick(Achievement.Rarity.allCases)
    standing.category = pick(Achievement.Category.allCases)
    standing.isUnlocked = maybe()
    (standing.currentValue, standing.threshold, standing.progress) = (amount(), amount(), percent() / 100)
    return standing
  }

  mutating func review() -> YearReview {
    var review = YearReview(year: pick([1, 1_999, 2_026, 9_999]), month: pick([nil, 2, 9]))
    if maybe() {
      review.listening = YearReview.Listening(seconds: amount(), plays: count(), longestStreak: count())
      if maybe() {
        review.listening?.topStory = ListeningInsights.Story(id: "s", title: names.name(), playCount: count())
        review.listening?.topHero = YearReview.TopHero(heroId: "h", heroName: names.name(), seconds: amount())
      }
    }
    if maybe() {
      review.reading = YearReview.Reading(
        books: count(), works: 4, rereads: 1, undated: 0, byFormat: FormatCounts(print: 4, unknown: 1), pages: count(),
        minutes: count(), longestStreak: count(),
        topGenres: maybe() ? [] : [ReadingInsights.Genre(genre: names.name(), books: count())],
        culturesExplored: whole(0..<11),
        longestBook: maybe() ? nil : YearReview.LongestBook(id: "b", title: names.name(), pageCount: count()))
    }
    if maybe() {
      review.rucks = YearReview.Rucks(
        sessions: count(), distance: amount(), weightMoved: amount(), records: Samples.records)
      review.rucks?.records.longestDistance?.value = amount()
      if maybe() { review.rucks?.records.heaviestLoad = nil }
    }
    if maybe() { review.busiestDay = YearReview.BusiestDay(date: day(), minutes: amount()) }
    if maybe() { review.busiestHour = whole(0..<24) }
    if maybe() { review.achievementsUnlocked = [Samples.unlocked] }
    return review
  }

  mutating func cover(_ language: Language?) -> Drawing {
    let authors = (0..<whole(0..<4)).map { _ in names.name() }
    return CoverPicture.drawing(id: "work-\(count())", title: names.name(), authors: authors, language: language)
  }

  mutating func badge() -> Drawing {
    BadgePicture.drawing(label: names.name(), message: names.name(), kind: pick(ActivityKind.allCases))
  }
}
