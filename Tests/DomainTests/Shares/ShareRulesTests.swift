import Chronology
import Domain
import Testing

@Suite("The rules for public links")
struct ShareRulesTests {
  private static let now = Instant(seconds: 1_795_168_800)

  private static func fields(
    _ picture: SharedPicture, _ options: ShareOptions = ShareOptions(), expiresAt: Instant? = nil
  ) -> [String] {
    do throws(Rejection) {
      try ShareRules.check(picture, options, expiresAt: expiresAt, now: now)
      return []
    } catch {
      return error.violations.map(\.field)
    }
  }

  @Test("Only an achievement requires an option")
  func plain() {
    for picture in SharedPicture.allCases where picture != .achievement { #expect(Self.fields(picture) == []) }
    #expect(Self.fields(.achievement) == ["options.achievement"])
    #expect(Self.fields(.achievement, ShareOptions(achievement: "bookworms")) == ["options.achievement"])
    for achievement in Achievement.all {
      #expect(Self.fields(.achievement, ShareOptions(achievement: achievement.id)) == [])
    }
  }

  @Test("Rejects options of other pictures", arguments: SharedPicture.allCases)
  func options(picture: SharedPicture) {
    let achievement = picture == .achievement ? "bookworm" : nil
    for range in ShareOptions.Range.allCases {
      let found = Self.fields(picture, ShareOptions(range: range, achievement: achievement))
      #expect(found == (picture == .activity ? [] : ["options.range"]))
    }
    for unit in DistanceUnit.allCases {
      let found = Self.fields(picture, ShareOptions(achievement: achievement, unit: unit))
      #expect(found == ([.rucks, .review].contains(picture) ? [] : ["options.unit"]))
    }
    for year in [1, 2_026, 9_999] {
      let found = Self.fields(picture, ShareOptions(year: year, achievement: achievement))
      #expect(found == (picture == .review ? [] : ["options.year"]))
    }
    for month in 1...12 {
      let found = Self.fields(picture, ShareOptions(year: 2_026, month: month, achievement: achievement))
      #expect(found == (picture == .review ? [] : ["options.year", "options.month"]))
    }
    for metric in BadgeMetric.allCases {
      let found = Self.fields(picture, ShareOptions(achievement: achievement, metric: metric))
      #expect(found == (picture == .badge ? [] : ["options.metric"]))
    }
    let strange = Self.fields(picture, ShareOptions(achievement: "bookworm"))
    #expect(strange == (picture == .achievement ? [] : ["options.achievement"]))
  }

  @Test("Rejects years outside 1 to 9999", arguments: [0, -1, 10_000])
  func years(year: Int) {
    #expect(Self.fields(.review, ShareOptions(year: year)) == ["options.year"])
  }

  @Test("Rejects months outside 1 to 12, and a month without its year", arguments: [0, -1, 13])
  func months(month: Int) {
    #expect(Self.fields(.review, ShareOptions(year: 2_026, month: month)) == ["options.month"])
    #expect(Self.fields(.review, ShareOptions(month: 3)) == ["options.year"])
  }

  @Test("Rejects an expiry that is not in the future")
  func expiry() {
    #expect(Self.fields(.radar, expiresAt: Self.now + 1) == [])
    #expect(Self.fields(.radar, expiresAt: Self.now) == ["expiresAt"])
    #expect(Self.fields(.radar, expiresAt: Self.now + -1) == ["expiresAt"])
    #expect(Self.fields(.radar, expiresAt: .latestText) == [])
    #expect(Self.fields(.radar, expiresAt: .latestText + 1) == ["expiresAt"])
    let share = Share(id: "s", picture: .radar, createdAt: Self.now, expiresAt: Self.now + 10)
    #expect(share.isGood(at: Self.now + 9) && !share.isGood(at: Self.now + 10))
    #expect(Share(id: "s", picture: .radar, createdAt: Self.now).isGood(at: .latestText))
  }

  @Test("Reports all violations together")
  func all() {
    let options = ShareOptions(range: .year, year: 3, achievement: "x", metric: .streak)
    #expect(
      Self.fields(.radar, options, expiresAt: Self.now)
        == ["options.range", "options.year", "options.achievement", "options.metric", "expiresAt"])
  }

  @Test("Rejects more links than the limit")
  func count() throws {
    try ShareRules.check(count: ShareRules.mostShares - 1)
    #expect(throws: Rejection.self) { try ShareRules.check(count: ShareRules.mostShares) }
  }
}
