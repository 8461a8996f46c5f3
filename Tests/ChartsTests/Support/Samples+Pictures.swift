import Charts
import Chronology

@testable import Domain

extension Samples {
  /// A named sample picture.
  struct Sample: Sendable {
    var name: String
    var drawing: @Sendable (Int) -> Drawing

    init(_ name: String, _ drawing: @escaping @Sendable (Int) -> Drawing) {
      self.name = name
      self.drawing = drawing
    }
  }

  private static let long = String(repeating: "One Hundred Years of Solitude and ", count: 15).prefix(500)
  private static let arabic = String(repeating: "مئة عام من العزلة ", count: 28)
  private static let wide = String(repeating: "百年の孤独", count: 100)

  /// Common, empty and absurd figures.
  static let all: [Sample] = [
    Sample("radar") { RadarPicture.drawing(radar, width: $0) },
    Sample("radar-empty") { RadarPicture.drawing(emptyRadar, width: $0) },
    Sample("completion") { CompletionPicture.drawing(completion, width: $0) },
    Sample("completion-empty") { width in
      var completion = completion
      (completion.overall, completion.curatorPoints, completion.missingFields) = (0, 0, 0)
      for place in completion.dimensions.indices {
        (completion.dimensions[place].filled, completion.dimensions[place].total) = (0, 0)
        completion.dimensions[place].completion = 0
      }
      return CompletionPicture.drawing(completion, width: width)
    },
    Sample("rings-empty") { width in
      var insights = insights
      (insights.readingProgress, insights.culturalProgress, insights.overallCompletion) = (0, 0, 0)
      return RingsPicture.drawing(insights, width: width)
    },
    Sample("rings") { RingsPicture.drawing(insights, width: $0) },
    Sample("timeline") { TimelinePicture.drawing(timeline, width: $0) },
    Sample("timeline-empty") { TimelinePicture.drawing(timeline([0, 0, 0]), width: $0) },
    Sample("timeline-one") { TimelinePicture.drawing(timeline([3]), width: $0) },
    Sample("timeline-decade") { TimelinePicture.drawing(timeline((0..<120).map { $0 * 7 % 11 }), width: $0) },
    Sample("rucks") { WeeklyRucksPicture.drawing(weekly, width: $0) },
    Sample("rucks-empty") { WeeklyRucksPicture.drawing(weekly([Double](repeating: 0, count: 12)), width: $0) },
    Sample("rucks-one") { WeeklyRucksPicture.drawing(weekly([12.4]), width: $0) },
    Sample("rucks-many") { WeeklyRucksPicture.drawing(weekly((0..<260).map { Double($0 * 13 % 21) }), width: $0) },
    Sample("week") { ActivityPicture.drawing(activity(7, [.listening]), width: $0) },
    Sample("week-empty") { ActivityPicture.drawing(activity(7, [.reading], scale: 0), width: $0) },
    Sample("day-one") { ActivityPicture.drawing(activity(1, [.rucks], scale: 10), width: $0) },
    Sample("week-vast") { ActivityPicture.drawing(activity(7, [.rucks], scale: 1e9), width: $0) },
    Sample("month-two") { ActivityPicture.drawing(activity(31, [.listening, .rucks]), width: $0) },
    Sample("quarter") { ActivityPicture.drawing(activity(92, [.rucks]), width: $0) },
    Sample("year-empty") { ActivityPicture.drawing(activity(365, [.listening], scale: 0), width: $0) },
    Sample("week-all") { ActivityPicture.drawing(activity(7, ActivityKind.allCases), width: $0) },
    Sample("month-all") { ActivityPicture.drawing(activity(30, ActivityKind.allCases), width: $0) },
    Sample("year") { ActivityPicture.drawing(activity(365, [.listening]), width: $0) },
    Sample("year-all") { ActivityPicture.drawing(activity(365, ActivityKind.allCases), width: $0) },
    Sample("decade-all") { ActivityPicture.drawing(activity(3_660, ActivityKind.allCases), width: $0) },
    Sample("decade") { ActivityPicture.drawing(activity(3_660, [.reading]), width: $0) },
    Sample("achievement") { AchievementPicture.drawing(achievement, unlockedOn: nil, width: $0) },
    Sample("achievement-unlocked") { width in
      var standing = achievement
      (standing.isUnlocked, standing.rarity, standing.category) = (true, .legendary, .reading)
      return AchievementPicture.drawing(standing, unlockedOn: Day(year: 2_026, month: 11, day: 3), width: width)
    },
    Sample("achievement-absurd") { width in
      var standing = achievement
      (standing.title, standing.description) = (String(long), wide)
      (standing.currentValue, standing.threshold, standing.progress) = (1e15, 1e300, 0.999)
      return AchievementPicture.drawing(standing, unlockedOn: nil, width: width)
    },
    Sample("review-vast") { width in
      var review = review
      review.listening?.seconds = 1e15
      review.listening?.plays = .max
      review.reading?.books = 1_000_000
      review.reading?.pages = .max
      review.rucks?.distance = 1e300
      review.rucks?.sessions = .max
      return ReviewPicture.drawing(review, width: width)
    },
    Sample("review-one") { width in
      var review = review
      (review.listening, review.rucks) = (nil, nil)
      review.reading?.longestBook?.title = String(long)
      return ReviewPicture.drawing(review, width: width)
    },
    Sample("review") { ReviewPicture.drawing(review, width: $0) },
    Sample("review-empty") { ReviewPicture.drawing(YearReview(year: 2_026), width: $0) },
    Sample("review-month") { width in
      var review = review
      review.month = 9
      return ReviewPicture.drawing(review, width: width)
    },
    Sample("review-absurd") { width in
      var review = review
      review.listening?.topStory?.title = String(long)
      review.listening?.topHero?.heroName = arabic
      review.reading?.longestBook?.title = wide
      review.rucks = nil
      return ReviewPicture.drawing(review, width: width)
    },
    Sample("badge") { _ in BadgePicture.drawing(label: "books in 2026", message: "23", kind: .reading) },
    Sample("badge-absurd") { _ in BadgePicture.drawing(label: arabic, message: wide, kind: .listening) },
    Sample("cover") { _ in CoverPicture.drawing(id: "kindred", title: "Kindred", authors: ["Octavia E. Butler"]) },
    Sample("cover-long") { _ in CoverPicture.drawing(id: "a", title: String(long), authors: [String(long), "B"]) },
    Sample("cover-arabic") { _ in CoverPicture.drawing(id: "b", title: arabic, authors: [arabic]) },
    Sample("cover-wide") { _ in CoverPicture.drawing(id: "c", title: wide, authors: [wide]) },
    Sample("cover-empty") { _ in CoverPicture.drawing(id: "d", title: "\u{200B}", authors: []) },
  ]
}
