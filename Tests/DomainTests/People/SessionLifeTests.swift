import Chronology
import Domain
import SeededRandom
import Testing

@Suite("The life of browser sessions")
struct SessionLifeTests {
  private let begin = Instant(seconds: 1_800_000_000)
  private let day: Int64 = 86_400

  @Test("A session that is used every day ends after a year, and one that is not used after 90 days")
  func ends() {
    let life = SessionLife()
    let lastEnd = SessionLife.lastEnd(signedInAt: begin, makerEnd: nil)
    #expect(lastEnd == begin + 365 * day)
    var end = life.end(usedAt: begin, lastEnd: lastEnd)
    #expect(end == begin + 90 * day)
    var writes = 0
    for hour in 1...365 * 24 {
      let now = begin + Int64(hour) * 3_600
      guard now < end, let renewed = life.renewed(end, lastEnd: lastEnd, usedAt: now) else { continue }
      #expect(renewed > end && renewed <= lastEnd)
      end = renewed
      writes += 1
    }
    #expect(lastEnd - end < day && writes <= 365)
  }

  @Test("A session of a token ends with it, and no clock that goes back renews it")
  func tokens() {
    let life = SessionLife(seconds: 2 * day)
    let makerEnd = begin + 3 * day
    let lastEnd = SessionLife.lastEnd(signedInAt: begin, makerEnd: makerEnd)
    #expect(lastEnd == makerEnd)
    let end = life.end(usedAt: begin, lastEnd: lastEnd)
    #expect(end == begin + 2 * day)
    #expect(life.renewed(end, lastEnd: lastEnd, usedAt: begin + day + 1) == makerEnd)
    #expect(life.renewed(makerEnd, lastEnd: lastEnd, usedAt: begin + 2 * day) == nil)
    #expect(life.renewed(end, lastEnd: lastEnd, usedAt: begin + -10 * day) == nil)
  }

  @Test("A session is fresh for ten minutes from its sign-in on")
  func fresh() {
    let cases: [(Int64, Bool)] = [(-1, false), (0, true), (599, true), (600, false), (86_400, false)]
    for (seconds, isFresh) in cases {
      #expect(SessionLife.isFresh(signedInAt: begin, now: begin + seconds) == isFresh, "\(seconds)")
    }
  }

  @Test("Passwords have 10 to 128 characters, counted as Unicode scalars, and differ from the user id")
  func passwords() {
    func isValid(_ password: String) -> Bool {
      PasswordRules.violations(of: password, userId: "kim@example.org").isEmpty
    }
    #expect(!isValid("123456789") && isValid("1234567890") && isValid(String(repeating: "\u{1F511}", count: 128)))
    #expect(!isValid(String(repeating: "x", count: 129)) && !isValid("kim@example.org") && isValid("          "))
    #expect(isValid("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}") && !isValid("\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}"))
  }

  @Test(
    "New user ids are usable in paths",
    arguments: [".", "..", "", "a b", "ä", "a/b", String(repeating: "a", count: 129)])
  func ids(id: String) {
    #expect(PersonRules.violations(ofUserId: id, "userId").map(\.field) == ["userId"])
    #expect(PersonRules.violations(ofUserId: "kim@example.org", "userId").isEmpty)
  }
}
