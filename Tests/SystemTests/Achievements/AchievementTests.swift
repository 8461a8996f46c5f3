import Foundation
import Testing

extension SystemTests {
  /// Tests every achievement. Figures are value, threshold, progress, progress steps, and 1 if unlocked.
  @Suite("Achievements")
  struct AchievementTests {
    @Test("Returns all fourteen in order, with everything that a badge shows")
    func table() throws {
      let shelf = try Bookshelf(try Stack())
      let all = try shelf.achievements()
      #expect(
        all.map { "\($0.text("id") ?? "") \($0.text("category") ?? "") \($0.text("rarity") ?? "")" } == [
          "first-steps reading common", "bookworm reading uncommon", "avid-reader reading rare",
          "library-master reading epic", "reading-legend reading legendary", "quality-reader reading rare",
          "global-perspective cultural common", "culture-explorer cultural uncommon", "world-traveler cultural rare",
          "diversity-champion cultural legendary", "polyglot cultural uncommon", "balanced-reader combined rare",
          "master-explorer combined legendary", "consistent-reader combined uncommon",
        ])
      let touch = ["common": "light", "uncommon": "light", "rare": "medium", "epic": "heavy", "legendary": "heavy"]
      for achievement in all {
        #expect(achievement.text("hapticIntensity") == touch[achievement.text("rarity") ?? ""])
        #expect(
          Set(achievement.keys) == [
            "id", "title", "description", "icon", "category", "rarity", "hapticIntensity", "isUnlocked", "unlockedAt",
            "currentValue", "threshold", "progress", "progressSteps",
          ])
        #expect(["title", "description", "icon"].allSatisfy { achievement.text($0)?.isEmpty == false })
        #expect(achievement["isUnlocked"] as? Bool == false && achievement["unlockedAt"] is NSNull)
      }
    }

    @Test("first-steps: the first finished book; a started one does not count")
    func firstSteps() throws {
      let shelf = try Bookshelf(try Stack())
      _ = try Book(shelf.client)
      #expect(try shelf.figures("first-steps") == [0, 1, 0, 0, 0])
      try shelf.finish("a", at: "2024-02-03T04:05:06Z")
      #expect(try shelf.figures("first-steps") == [1, 1, 1, 4, 1])
      #expect(try shelf.unlockedAt("first-steps") == "2024-02-03T04:05:06Z")
    }

    @Test("bookworm: ten books of any year; nine are 0.9 and three steps")
    func bookworm() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.finish(1...8)
      try shelf.finish("old", at: "1999-12-31T10:00:00Z")
      #expect(try shelf.figures("bookworm") == [9, 10, 0.9, 3, 0])
      try shelf.finish(9...9)
      #expect(try shelf.figures("bookworm") == [10, 10, 1, 4, 1])
    }

    @Test("avid-reader at 25, library-master at 50, reading-legend at 100 books")
    func manyBooks() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.finish(1...24)
      #expect(try shelf.figures("avid-reader") == [24, 25, 0.96, 3, 0])
      try shelf.finish(25...49)
      #expect(try shelf.figures("avid-reader") == [49, 25, 1, 4, 1])
      #expect(try shelf.figures("library-master") == [49, 50, 0.98, 3, 0])
      try shelf.finish(50...50)
      #expect(try shelf.figures("library-master") == [50, 50, 1, 4, 1])
      #expect(try shelf.figures("reading-legend") == [50, 100, 0.5, 2, 0])
      try shelf.finish(51...99)
      #expect(try shelf.figures("reading-legend") == [99, 100, 0.99, 3, 0])
      try shelf.finish(100...100)
      #expect(try shelf.figures("reading-legend") == [100, 100, 1, 4, 1])
    }

    @Test("quality-reader: a mean of four stars over five rated books")
    func qualityReader() throws {
      let shelf = try Bookshelf(try Stack())
      for (id, rating) in [("a", 5), ("b", 4.5), ("c", 3), ("d", 3.5)] { try shelf.finish(id, rating: rating) }
      try shelf.finish("unrated")
      // 16 / 4 = 4 meets the first condition; four of five books are 0.8 of the second: 1.8 / 2.
      #expect(try shelf.figures("quality-reader") == [4, 4, 0.9, 3, 0])
      try shelf.finish("e", rating: 3.5)
      // 19.5 / 5 = 3.9; (3.9 / 4 + 1) / 2.
      #expect(try shelf.figures("quality-reader") == [3.9, 4, 0.987_5, 3, 0])
      try shelf.finish("e", rating: 4)
      #expect(try shelf.figures("quality-reader") == [4, 4, 1, 4, 1])
    }

    @Test("global-perspective, culture-explorer, world-traveler, diversity-champion: 1, 3, 5, 10 cultures")
    func cultures() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.finish("plain")
      #expect(try shelf.figures("global-perspective") == [0, 1, 0, 0, 0])
      try shelf.explore(1...1)
      try shelf.finish("another", culture: "African")
      #expect(try shelf.figures("global-perspective") == [1, 1, 1, 4, 1])
      try shelf.explore(2...3)
      #expect(try shelf.figures("culture-explorer") == [3, 3, 1, 4, 1])
      #expect(try shelf.figures("world-traveler") == [3, 5, 0.6, 2, 0])
      try shelf.explore(4...5)
      #expect(try shelf.figures("world-traveler") == [5, 5, 1, 4, 1])
      try shelf.explore(6...9)
      #expect(try shelf.figures("diversity-champion") == [9, 10, 0.9, 3, 0])
      try shelf.explore(10...10)
      #expect(try shelf.figures("diversity-champion") == [10, 10, 1, 4, 1])
    }

    @Test("polyglot: three languages of finished books")
    func polyglot() throws {
      let shelf = try Bookshelf(try Stack())
      for (id, language) in [("a", "English"), ("b", "German"), ("c", "German")] {
        try shelf.finish(id, language: language)
      }
      #expect(try shelf.figures("polyglot").map { ($0 ?? 0) } == [2, 3, 2.0 / 3, 2, 0])
      try shelf.finish("d", language: "日本語")
      #expect(try shelf.figures("polyglot") == [3, 3, 1, 4, 1])
    }

    @Test("balanced-reader: twenty books and five cultures, each limited to its own threshold")
    func balancedReader() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.explore(1...4)
      try shelf.finish(1...21)
      // 25 of 20 books count as 1: (1 + 4 / 5) / 2.
      #expect(try shelf.figures("balanced-reader") == [25, 20, 0.9, 3, 0])
      try shelf.explore(5...5)
      #expect(try shelf.figures("balanced-reader") == [26, 20, 1, 4, 1])
    }

    @Test("master-explorer: fifty books, eight cultures, four stars")
    func masterExplorer() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.explore(1...4, rating: 2)
      try shelf.finish(1...27)
      // (31 / 50 + 4 / 8 + 2 / 4) / 3 = 1.62 / 3.
      #expect(try shelf.figures("master-explorer") == [31, 50, 0.54, 2, 0])
      try shelf.explore(1...8, rating: 4)
      try shelf.finish(28...41)
      // 49 of 50, the others are complete: (49 + 50 + 50) / 150.
      let figures = try shelf.figures("master-explorer")
      #expect(figures.prefix(2) == [49, 50] && isNear(figures[2], 149.0 / 150) && figures[3] == 3)
      try shelf.finish("last", at: "2001-01-01T00:00:00Z")
      #expect(try shelf.figures("master-explorer") == [50, 50, 1, 4, 1])
      #expect(try shelf.unlockedAt("master-explorer") == Bookshelf.today)
    }

    @Test("consistent-reader: a longest streak of seven days, with the rest days of the profile")
    func consistentReader() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      for day in 20...25 { try shelf.read(daysAgo: day) }
      #expect(try shelf.figures("consistent-reader").dropLast(2) == [6, 7, 6.0 / 7])
      try shelf.read(daysAgo: 19)
      #expect(try shelf.figures("consistent-reader") == [7, 7, 1, 4, 1])
      #expect(try shelf.unlockedAt("consistent-reader") == Listener.instant(19, "00:00"))
      let bea = try Bookshelf(stack, user: "bea")
      for day in [20, 21, 22, 24, 25, 26, 27] { try bea.read(daysAgo: day) }
      #expect(try bea.figures("consistent-reader").first == 4)
      #expect(try bea.client.put("/api/v1/profile", #"{"restDaysPerWeek": 1, "since": "always"}"#).status == 200)
      #expect(try bea.figures("consistent-reader") == [7, 7, 1, 4, 1])
    }

    @Test("Deleting books lowers the figures, unlocked achievements stay, and other users are not affected")
    func deletion() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      try shelf.finish(1...10)
      let at = try shelf.unlockedAt("bookworm")
      for path in ["works/b1", "library/b2"] { try shelf.delete(path) }
      #expect(try shelf.client.put("/api/v1/library/b3", #"{"status": "abandoned"}"#).status == 200)
      // Seven are left. The badge stays, with its current figures.
      #expect(try shelf.figures("bookworm") == [7, 10, 0.7, 2, 1])
      #expect(try shelf.unlockedAt("bookworm") == at && at == Bookshelf.today)
      let other = try Bookshelf(stack, user: "bea")
      #expect(
        try other.achievements().allSatisfy { $0.number("currentValue") == 0 && $0["isUnlocked"] as? Bool == false })
    }

    @Test("Responses are byte-equal after the view is killed and rebuilt")
    func rebuild() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      try shelf.explore(1...6, rating: 4.5)
      for day in 0...7 { try shelf.read(daysAgo: day) }
      try shelf.delete("works/c6")
      try shelf.aim(at: "24", "annualReading")
      let paths = ["achievements", "goals", "analytics/milestones"]
      let before = try paths.map { try shelf.client.get("/api/v1/\($0)").body }
      try stack.replace("milestone")
      #expect(try paths.map { try shelf.client.get("/api/v1/\($0)").body } == before)
      let rebuilt = try stack.command("rebuild", "milestone")
      #expect(rebuilt.code == 0, "\(rebuilt.errors)")
      try stack.replace()
      #expect(try paths.map { try shelf.client.get("/api/v1/\($0)").body } == before)
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    }
  }
}
