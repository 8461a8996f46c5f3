import API
import Chronology
import Domain

/// A year of data for the user `demo`, up to now. Every run creates the same data relative to today.
struct DemoYear {
  struct Answer: Hashable {
    var workId: String
    var dimension: DiversityDimension
    var value: String
  }

  static let user = "demo"
  static let days = 365
  /// The holiday in days ago: more reading, no listening or rucks.
  static let holiday = 203..<215

  let now: Instant
  let today: Day
  private(set) var stories: [SessionAPI.SaveStory] = []
  var listening: [SessionAPI.RecordListening] = []
  var works: [Work] = []
  var entries: [SessionAPI.SaveEntry] = []
  var readings: [ReadingSession] = []
  var answers: [Answer] = []
  var rucks: [Ruck] = []

  static let goals: [(type: String, target: Int)] = [
    ("annualReading", 24), ("culturalDiversity", 8), ("readingStreak", 14), ("weeklyRucks", 2),
  ]

  static let connectors: [(ConnectorName, problem: String?)] = [
    (.dav, nil), (.kosync, nil), (.gpodder, nil),
    (.listenbrainz, "1 listen was skipped: its time is more than 5 minutes ahead"),
  ]

  /// Days are in UTC, the zone of a new profile.
  init(now: Instant) {
    self.now = now
    today = Day(number: Int32(now.seconds / 86_400))
    let beginning = at(Self.days, minute: 0)
    stories = DemoStories.all.map { story in
      SessionAPI.SaveStory(
        id: story.id, title: story.title, heroId: story.hero, estimatedDuration: Double(story.minutes * 60),
        createdAt: beginning, isFavorite: story.isFavorite)
    }
    listen()
    read()
    describe()
    walk()
  }

  /// Returns the instant of a minute on a past day.
  func at(_ daysAgo: Int, minute: Int) -> Instant {
    Instant(seconds: (Int64(today.number) - Int64(daysAgo)) * 86_400 + Int64(minute) * 60)
  }
}
