import Chronology
import Domain
import Testing

@testable import DomainModels

struct AchievementTests {
  @Test("A new user has all achievements in order, locked, with rarity, haptics and threshold")
  func table() {
    var view = AchievementHistory().view()
    let standings = view.achievements()
    let table = standings.map { "\($0.id) \($0.category) \($0.rarity) \($0.hapticIntensity) \(Int($0.threshold))" }
    #expect(
      table == [
        "first-steps reading common light 1", "bookworm reading uncommon light 10",
        "avid-reader reading rare medium 25", "library-master reading epic heavy 50",
        "reading-legend reading legendary heavy 100", "quality-reader reading rare medium 4",
        "global-perspective cultural common light 1", "culture-explorer cultural uncommon light 3",
        "world-traveler cultural rare medium 5", "diversity-champion cultural legendary heavy 10",
        "polyglot cultural uncommon light 3",
        "balanced-reader combined rare medium 20", "master-explorer combined legendary heavy 50",
        "consistent-reader combined uncommon light 7",
      ])
    #expect(standings.allSatisfy { !$0.isUnlocked && $0.unlockedAt == nil && $0.currentValue == 0 && $0.progress == 0 })
    #expect(standings.allSatisfy { $0.progressSteps == 0 })
    #expect(standings.allSatisfy { !$0.title.isEmpty && !$0.description.isEmpty && !$0.icon.isEmpty })
    #expect(Set(standings.map(\.icon)).count == standings.count)
  }

  /// ⌊4 × n / 25⌋: 6 is less than a quarter, 7 is more; likewise 12 and 13 for a half, 18 and 19 for three quarters.
  @Test(
    "Steps count complete quarters of the progress",
    arguments: [(6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, 3), (24, 3), (25, 4), (26, 4)])
  func steps(books: Int, steps: Int) throws {
    var history = AchievementHistory()
    history.finish(books)
    let reader = try #require(history.achievements()["avid-reader"])
    #expect(reader.currentValue == Double(books))
    #expect(reader.progress == min(1, Double(books) / 25))
    #expect(reader.progressSteps == steps)
    #expect(reader.isUnlocked == (books >= 25))
  }

  @Test("Quality Reader needs a mean of four stars over five rated books and ignores unrated ones")
  func quality() throws {
    var history = AchievementHistory()
    history.finish(3)
    for (id, rating) in [("a", 5.0), ("b", 4.5), ("c", 3.0), ("d", 3.5)] { history.finish(id, rating: rating) }
    // The mean of four books is 16 / 4 = 4, which meets the first condition; four of five books is 0.8 of the second.
    var reader = try #require(history.achievements()["quality-reader"])
    #expect(reader.currentValue == 4 && reader.threshold == 4)
    #expect(reader.progress == 0.9 && reader.progressSteps == 3 && !reader.isUnlocked)
    history.finish("e", at: "2026-04-01T10:00:00Z", rating: 3.5)
    // 19.5 / 5 = 3.9; (3.9 / 4 + 1) / 2 = 0.9875.
    reader = try #require(history.achievements()["quality-reader"])
    #expect(reader.currentValue == 3.9 && reader.progress == 0.9875 && reader.progressSteps == 3)
    #expect(!reader.isUnlocked)
    // Without the worst book there are four rated ones, and with another one five: (16.5 + 4) / 5 = 4.1.
    history.remove("c")
    history.finish("f", at: "2026-02-01T10:00:00Z", rating: 4)
    reader = try #require(history.achievements()["quality-reader"])
    #expect(reader.currentValue == 4.1 && reader.progress == 1 && reader.progressSteps == 4)
    #expect(reader.unlockedAt == instant("2026-04-01T10:00:00Z"))
  }

  @Test("A mean of exactly four stars is enough, and removing a bad book can reach it")
  func removalReaches() throws {
    var history = AchievementHistory()
    for id in ["a", "b", "c", "d", "e"] { history.finish(id, rating: 4) }
    #expect(history.achievements()["quality-reader"]?.isUnlocked == true)
    history = AchievementHistory()
    history.finish("worst", at: "2026-05-01T10:00:00Z", rating: 0)
    for id in ["a", "b", "c", "d", "e"] { history.finish(id, rating: 4) }
    #expect(history.achievements()["quality-reader"]?.isUnlocked == false)
    history.remove("worst")
    #expect(history.achievements()["quality-reader"]?.unlockedAt == instant("2026-03-01T12:00:00Z"))
  }

  @Test("Progress is the mean of the capped conditions; the figures are those of the first")
  func several() throws {
    var history = AchievementHistory()
    history.explore(4)
    history.finish(26)
    // 30 of 20 books count as all, and 4 of 5 cultures: (1 + 0.8) / 2.
    let balanced = try #require(history.achievements()["balanced-reader"])
    #expect(balanced.currentValue == 30 && balanced.threshold == 20)
    #expect(balanced.progress == 0.9 && balanced.progressSteps == 3 && !balanced.isUnlocked)
    history.finish("rated", rating: 2)
    // 31 / 50 + 4 / 8 + 2 / 4 = 0.62 + 0.5 + 0.5 = 1.62; a third of it is 0.54.
    let master = try #require(history.achievements()["master-explorer"])
    #expect(master.currentValue == 31 && master.threshold == 50)
    #expect(master.progress == 0.54 && master.progressSteps == 2)
  }

  @Test("Steps are exact for thirds, without rounding errors")
  func thirds() throws {
    var history = AchievementHistory()
    history.explore(8)
    history.finish(42)
    // 50 books and 8 cultures, no rating: (1 + 1 + 0) / 3.
    let master = try #require(history.achievements()["master-explorer"])
    #expect(master.progress == 2.0 / 3 && master.progressSteps == 2 && !master.isUnlocked)
    history.finish("best", rating: 1)
    // (1 + 1 + 1 / 4) / 3 = 3 / 4 exactly.
    #expect(history.achievements()["master-explorer"]?.progress == 0.75)
    #expect(history.achievements()["master-explorer"]?.progressSteps == 3)
    history.finish("best", rating: 4)
    #expect(history.achievements()["master-explorer"]?.isUnlocked == true)
  }

  @Test("Only cultures of finished books count, and all ten unlock Diversity Champion")
  func cultures() throws {
    var history = AchievementHistory()
    history.explore(9)
    history.append(.reading(.workSaved(WorkSaved(work: Work(id: "open", title: "open")))))
    history.append(.reading(.entrySaved(EntrySaved(entry: LibraryEntry(workId: "open", status: .reading)))))
    history.append(
      .diversity(
        .valueSet(
          DiversityValueSet(
            workId: "open", dimension: .culturalOrigin, value: "Other", points: 5, at: instant("2026-03-01T12:00:00Z")))
      ))
    var champion = try #require(history.achievements()["diversity-champion"])
    #expect(champion.currentValue == 9 && champion.progress == 0.9 && !champion.isUnlocked)
    history.append(
      .reading(
        .entrySaved(
          EntrySaved(
            entry: LibraryEntry(workId: "open", status: .finished, finishedAt: instant("2026-07-01T12:00:00Z"))))))
    champion = try #require(history.achievements()["diversity-champion"])
    #expect(champion.unlockedAt == instant("2026-07-01T12:00:00Z") && champion.progressSteps == 4)
  }

  @Test("The unlocking time is the latest end of a finished book or session after the write")
  func unlockedAt() {
    var history = AchievementHistory()
    history.read("2026-05-01T10:00:00Z")
    history.finish("a", at: "2026-03-01T12:00:00Z")
    #expect(history.achievements()["first-steps"]?.unlockedAt == instant("2026-05-01T10:30:00Z"))
    history.finish(8, at: "2026-02-01T12:00:00Z")
    history.finish("late", at: "2026-09-01T12:00:00Z")
    #expect(history.achievements()["bookworm"]?.unlockedAt == instant("2026-09-01T12:00:00Z"))
    #expect(history.achievements()["first-steps"]?.unlockedAt == instant("2026-05-01T10:30:00Z"))
  }

  @Test("Deleting books lowers the figures but locks nothing")
  func deletion() throws {
    var history = AchievementHistory()
    history.finish("a")
    history.remove("a")
    let first = try #require(history.achievements()["first-steps"])
    #expect(first.isUnlocked && first.unlockedAt == instant("2026-03-01T12:00:00Z"))
    #expect(first.currentValue == 0 && first.progress == 0 && first.progressSteps == 0)
  }

  @Test("Consistent Reader needs a longest streak of seven days, allowing rest days")
  func consistent() throws {
    var history = AchievementHistory()
    // Monday to Sunday without Thursday, and the following Monday: seven days read, one missed.
    for day in [16, 17, 18, 20, 21, 22, 23] { history.read("2026-11-\(day)T10:00:00Z") }
    var reader = try #require(history.achievements()["consistent-reader"])
    #expect(reader.currentValue == 4 && !reader.isUnlocked && reader.progressSteps == 2)
    history.live(restDays: 1)
    reader = try #require(history.achievements()["consistent-reader"])
    #expect(reader.currentValue == 7 && reader.unlockedAt == instant("2026-11-23T10:30:00Z"))
    history.live(restDays: 0)
    reader = try #require(history.achievements()["consistent-reader"])
    #expect(reader.currentValue == 4 && reader.isUnlocked)
  }

  @Test("Languages are those of the editions, and three unlock Polyglot")
  func polyglot() {
    var history = AchievementHistory()
    for (id, language) in [("a", "English"), ("b", "German"), ("c", "German")] {
      history.finish(id, language: language)
    }
    #expect(history.achievements()["polyglot"]?.currentValue == 2)
    history.append(.reading(.workSaved(WorkSaved(work: Work(id: "c", title: "c", language: "Yoruba")))))
    #expect(history.achievements()["polyglot"]?.isUnlocked == true)
  }
}
