import Charts
import Chronology
import Foundation

@testable import Domain

/// The widths to test.
enum Widths {
  static let all = [200, 360, 619, 620, 900, 2_000]
}

/// Typical figures.
enum Samples {
  static let radar = DiversityRadar(
    period: .allTime,
    axes: [
      axis(.culturalOrigin, 62.3, 80, 2, "African: 12 books, European: 8 books."),
      axis(.gender, 88, 100, 0, "Female: 12 books, Male: 8 books, Non-binary: 5 books."),
      axis(.translation, 71.4, 100, 0, "Original Language: 18 books, Translated: 7 books."),
      axis(.ownVoices, 0, 12, 22, "Own Voices: 3 books."), axis(.accessibility, 0, 0, 25, ""),
      axis(.timePeriod, 54, 96, 1, "Contemporary: 18 books, Classic: 6 books."), axis(.geography, 0, 0, 25, ""),
    ], completion: 58.4)

  private static func axis(
    _ dimension: DiversityDimension, _ value: Double, _ completion: Double, _ missing: Int, _ breakdown: String
  ) -> DiversityRadar.Axis {
    DiversityRadar.Axis(
      dimension: dimension, label: dimension.label, value: value, completion: completion, isGhost: completion == 0,
      missingBooks: missing, breakdown: [:],
      description: "\(dimension.label): \(Int(completion))% complete."
        + (breakdown.isEmpty ? "" : " \(breakdown)"))
  }

  static var emptyRadar: DiversityRadar {
    var radar = radar
    radar.completion = 0
    for place in radar.axes.indices {
      (radar.axes[place].isGhost, radar.axes[place].missingBooks, radar.axes[place].value) = (true, 0, 0)
    }
    return radar
  }

  static let completion = DiversityCompletion(
    overall: 75,
    dimensions: zip(DiversityDimension.core, [25, 12, 19, 3, 0]).map { dimension, filled in
      DiversityCompletion.Dimension(
        dimension: dimension, label: dimension.label, completion: Percentage.of(filled, in: 25), filled: filled,
        total: 25)
    }, curatorPoints: 45, missingFields: 66)

  static let insights = ReadingInsights(
    timeframe: .year, booksRead: 9, works: 4, rereads: 1, undated: 0, byFormat: FormatCounts(print: 4, unknown: 1),
    pagesRead: 3_210, minutesRead: 4_150, culturesExplored: 4, averageRating: 4.1,
    readingProgress: 75, culturalProgress: 80, overallCompletion: 77.5,
    velocity: ReadingInsights.Velocity(books: 9, pages: 3_210, days: 320),
    streak: ReadingInsights.Streak(current: 4, longest: 11),
    genres: ReadingInsights.Genres(count: 3, evenness: 80, top: []), trends: ReadingInsights.Trends())

  static let timeline = timeline([2, 0, 1, 3, 2, 5, 1, 0, 2, 4, 3, 1])

  static func timeline(_ books: [Int]) -> ReadingTimeline {
    let first = Day(year: 2_025, month: 12, day: 1)
    let evenness = [42.0, 0, 30.1, 66, 47.7, 69.9, 0, 0, 30.1, 60.2, 47.7, 0]
    return ReadingTimeline(
      months: books.enumerated().map { place, books in
        var month = ReadingTimeline.Month(first.startOfMonth(after: place), FinishedTally())
        month.books = books
        month.diversityPercentage = books > 0 ? evenness[place % 12] : nil
        return month
      })
  }

  static let weekly = weekly([5.2, 11.4, 0, 8.1, 14, 9.3, 3.3, 12.2, 16.9, 10.1, 7.4, 12.6])

  static func weekly(_ kilometres: [Double]) -> RuckWeekly {
    let today = Day(year: 2_026, month: 11, day: 22)
    var weekly = RuckWeekly(kilometres.count, of: [], goal: SettingByDay(2), on: today)
    for (place, distance) in kilometres.enumerated() {
      weekly.weeks[place].distance = distance * 1_000
      weekly.weeks[place].sessions = Int(distance / 4)
      weekly.weeks[place].meetsGoal = distance > 8
    }
    weekly.averageDistancePerWeek = kilometres.reduce(0, +) / Double(kilometres.count) * 1_000
    return weekly
  }

  /// Returns this many days up to a Sunday, with plausible minutes.
  static func activity(_ count: Int, _ kinds: [ActivityKind], scale: Double = 1) -> [ActivityPicture.Series] {
    let last = Day(year: 2_026, month: 11, day: 22)
    return kinds.enumerated().map { place, kind in
      ActivityPicture.Series(
        kind: kind,
        points: (0..<count).map { offset in
          let mixed = (UInt64(offset * 5 + place + 1) &* 0x9E37_79B9_7F4A_7C15) >> 40
          let wave = Int(mixed % 97)
          let isRest = wave < 20 || (mixed >> 8) % 5 < UInt64(place + 1)
          return ActivityPoint(date: last + (offset + 1 - count), minutes: isRest ? 0 : Double(wave) * scale)
        })
    }
  }

  static var achievement: AchievementStanding {
    var view = StatsView()
    guard var standing = view.achievements().first(where: { $0.id == "world-traveler" }) else {
      preconditionFailure("the achievement exists")
    }
    (standing.currentValue, standing.progress, standing.progressSteps) = (3, 0.6, 2)
    return standing
  }

  static var unlocked: YearReview.Unlocked {
    YearReview.Unlocked(
      id: achievement.id, title: achievement.title, icon: achievement.icon,
      unlockedAt: Instant(seconds: 1_780_000_000))
  }

  static var records: RuckRecords {
    let text = """
      {"longestDistance": {"value": 12500, "ruckId": "r", "date": "2026-05-03"},
       "heaviestLoad": {"value": 22.5, "ruckId": "r", "date": "2026-05-03"}}
      """
    guard let records = try? JSONDecoder().decode(RuckRecords.self, from: Data(text.utf8)) else {
      preconditionFailure("the sample is valid")
    }
    return records
  }

  static var review: YearReview {
    var review = YearReview(year: 2_026)
    review.listening = YearReview.Listening(
      seconds: 1_123_200, plays: 142, topStory: ListeningInsights.Story(id: "s", title: "The Engine", playCount: 12),
      topHero: YearReview.TopHero(heroId: "h", heroName: "Ada Lovelace", seconds: 4_000), longestStreak: 23)
    review.reading = YearReview.Reading(
      books: 23, works: 4, rereads: 1, undated: 0, byFormat: FormatCounts(print: 4, unknown: 1), pages: 7_204,
      minutes: 9_000, longestStreak: 11,
      topGenres: [ReadingInsights.Genre(genre: "Fiction", books: 9)], culturesExplored: 6,
      longestBook: YearReview.LongestBook(id: "b", title: "One Hundred Years of Solitude", pageCount: 417))
    review.rucks = YearReview.Rucks(sessions: 61, distance: 412_300, weightMoved: 6_184_500, records: records)
    review.busiestDay = YearReview.BusiestDay(date: Day(year: 2_026, month: 3, day: 14), minutes: 312.5)
    review.busiestHour = 21
    review.achievementsUnlocked = [unlocked]
    return review
  }
}
