import Domain

/// The figures of a shared review card: no ids, and only titles that the card shows.
struct SharedReview: Encodable {
  struct Listening: Encodable {
    var seconds: Double
    var plays: Int
    var longestStreak: Int
    var topStory: String?
    var topHero: String?
  }

  struct Reading: Encodable {
    var books: Int
    var pages: Int
    var culturesExplored: Int
    var topGenre: String?
    var longestBook: String?
  }

  struct Rucks: Encodable {
    var sessions: Int
    var distance: Double
    var longestDistance: Double?
    var heaviestLoad: Double?
  }

  var year: Int
  /// Nil for a whole year.
  @Omittable var month: Int? = nil
  var listening: Listening?
  var reading: Reading?
  var rucks: Rucks?
  var busiestDay: YearReview.BusiestDay?
  var busiestHour: Int?
  /// The number of milestones and achievements of the year or month.
  var badges: Int

  init(_ review: YearReview) {
    year = review.year
    month = review.month
    listening = review.listening.map {
      Listening(
        seconds: $0.seconds, plays: $0.plays, longestStreak: $0.longestStreak, topStory: $0.topStory?.title,
        topHero: $0.topHero?.heroName)
    }
    reading = review.reading.map {
      Reading(
        books: $0.books, pages: $0.pages, culturesExplored: $0.culturesExplored,
        topGenre: $0.topGenres.first?.genre, longestBook: $0.longestBook?.title)
    }
    rucks = review.rucks.map {
      Rucks(
        sessions: $0.sessions, distance: $0.distance, longestDistance: $0.records.longestDistance?.value,
        heaviestLoad: $0.records.heaviestLoad?.value)
    }
    busiestDay = review.busiestDay
    busiestHour = review.busiestHour
    badges = review.milestonesUnlocked.count + review.achievementsUnlocked.count
  }
}
