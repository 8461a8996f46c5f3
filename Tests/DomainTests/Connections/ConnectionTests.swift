import Chronology
import Testing

@testable import Domain

@Suite struct ConnectionTests {
  private let now = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)

  private func connection(every: Int = 15) -> Connection {
    Connection(id: "c", kind: .audiobookshelf, url: "https://h", every: every, isOn: true, createdAt: now)
  }

  @Test("A failing connection is retried after a pause that doubles up to six hours, and reported once")
  func retries() {
    var connection = connection()
    let failure = ConnectionOutcome.unavailable(reason: "x", retryAfter: nil)
    for (index, minutes) in [15, 30, 60, 120, 240, 360, 360].enumerated() {
      let problem = connection.finish(failure, now: now, dice: 0.5)
      #expect(connection.state.nextRunAt == now + Int64(minutes * 60))
      #expect(connection.state.phase == .retrying && (problem == nil) == (index > 0))
    }
    #expect(connection.finish(.success(readsAll: false, problem: nil), now: now, dice: 0.5) == nil)
    #expect(connection.state.phase == .idle && connection.state.problem == nil && connection.state.failures == 0)
    #expect(connection.state.nextRunAt == now + 900 && connection.state.lastSuccessAt == now)
    #expect(connection.finish(failure, now: now, dice: 0.5) == "x")
  }

  @Test("Each awaited cover is requested by a few later runs at most, and no cover keeps the others waiting")
  func awaitedCovers() {
    var state = connection().state
    let stories = (0..<1_100).map { "abs:\($0)" }
    state.awaitCovers(of: stories)
    state.settleCover(of: "abs:0")
    state.settleCover(of: "abs:0")
    var taken: [String: Int] = [:]
    var runs = 0
    while state.awaitedCovers != nil {
      let covers = state.takeAwaitedCovers()
      #expect((1...ConnectionRules.coversPerRun).contains(covers.count))
      for story in covers { taken[story, default: 0] += 1 }
      runs += 1
      // The first pass over all comes before the second.
      if runs == 20 { #expect(taken.count == 999 && taken.values.allSatisfy { $0 <= 2 }) }
    }
    #expect(taken.count == ConnectionRules.awaitedCovers - 1 && taken["abs:0"] == nil)
    #expect(taken.values.allSatisfy { $0 == ConnectionRules.coverAttempts })
    #expect(state.takeAwaitedCovers().isEmpty)
  }

  @Test("The pause is at least the interval, varies by ten percent, and follows the server's statement")
  func pauses() {
    func pause(_ every: Int, _ retryAfter: Int64? = nil, dice: Double = 0.5) -> Int64 {
      ConnectionRules.pause(every: every, failures: 1, retryAfter: retryAfter, dice: dice)
    }
    #expect(pause(1_440) == 86_400 && pause(10, dice: 0) == 540 && pause(10, dice: 1) == 660)
    #expect(pause(10, 90) == 90 && pause(10, 0) == 1 && pause(10, 9_999_999) == 86_400)
    #expect(ConnectionRules.pause(every: 5, failures: .max, retryAfter: nil, dice: 0.5) == 21_600)
  }

  @Test("A rejected secret and a wrong address are tried daily until they are changed")
  func rejected() {
    var connection = connection()
    #expect(connection.finish(.refused(status: 401), now: now, dice: 0) != nil)
    #expect(connection.state.phase == .refused && connection.state.nextRunAt == now + 86_400)
    #expect(connection.finish(.wrongAddress(reason: "y"), now: now, dice: 0) == nil)
    #expect(connection.state.phase == .wrongAddress && connection.state.problem == "y")
    connection.plan(now: now + 5, isChanged: true)
    #expect(connection.state.phase == .idle && connection.state.nextRunAt == now + 5)
    #expect(connection.state.problem == nil)
  }

  @Test("The first run and one per day read to the end")
  func whole() {
    var connection = connection()
    #expect(connection.readsAll(now: now))
    _ = connection.finish(.success(readsAll: true, problem: nil), now: now, dice: 0)
    #expect(!connection.readsAll(now: now + 86_399) && connection.readsAll(now: now + 86_400))
    _ = connection.finish(.success(readsAll: false, problem: nil), now: now + 86_400, dice: 0)
    #expect(connection.readsAll(now: now + 86_400))
  }

  @Test("A run is joined; a change ends it; a connection that is off has none")
  func plans() {
    var connection = connection()
    connection.begin("l", until: now + 60, now: now)
    var changed = connection
    connection.plan(now: now + 1, isChanged: false)
    #expect(connection.state.lease == "l" && connection.state.nextRunAt == now + 60)
    changed.plan(now: now + 1, isChanged: true)
    #expect(changed.state.lease == nil && changed.state.nextRunAt == now + 1)
    connection.isOn = false
    connection.plan(now: now, isChanged: true)
    #expect(connection.state.phase == .off && connection.state.nextRunAt == nil && connection.state.lease == nil)
    connection.isOn = true
    connection.loseSecret()
    #expect(connection.state.phase == .needsSecret && connection.state.nextRunAt == nil)
  }

  @Test("Keeps the last twenty problems, latest first")
  func problems() {
    var state = connection().state
    for number in 0..<15 {
      state.note([.init(item: "a\(number)", reason: "r"), .init(item: "b\(number)", reason: "r")])
    }
    #expect(state.problems.count == 20 && state.problems.prefix(3).map(\.item) == ["b14", "a14", "b13"])
  }

  @Test(
    "Reads seconds and dates, and nothing else",
    arguments: [
      ("120", 120), ("0", 0), ("Fri, 20 Nov 2026 10:01:30 GMT", 90), ("Fri, 20 Nov 2026 09:00:00 GMT", 0), ("", nil),
      ("-5", nil), ("1e3", nil), ("Fri, 20 Nov 2026 10:01:30 CET", nil), ("Fri, 20 Foo 2026 10:01:30 GMT", nil),
      ("Fri, 99 Nov 2026 10:01:30 GMT", nil), ("Fri, 20 Nov 2026 10:01 GMT", nil), ("9999999999999", nil),
    ] as [(String, Int64?)])
  func retryAfter(text: String, seconds: Int64?) {
    #expect(RetryAfter.seconds(text, now: now) == seconds)
  }
}

@Suite struct ConnectionStepTests {
  private let start = Instant(seconds: 1_000_000)

  private func found(_ seconds: Int64 = 300, completed: Bool = false) -> ForeignSession {
    ForeignSession(
      id: "s", storyId: "abs:moon", title: "Moon", length: 36_000, startedAt: start, endedAt: start + seconds,
      completed: completed, duration: Double(seconds))
  }

  private func stored(_ seconds: Int64 = 300, completed: Bool = false) -> ListeningSession {
    ListeningSession(
      storyId: "abs:moon", startedAt: start, endedAt: start + seconds, completed: completed, duration: Double(seconds))
  }

  private func step(
    _ found: ForeignSession, _ seen: SeenSession?, _ stored: ListeningSession?, isDeleted: Bool = false
  ) -> ConnectionStep {
    .step(for: found, seen: seen, stored: stored, isDeleted: isDeleted)
  }

  @Test("Records a new session once, and extends it as it grows")
  func growth() {
    #expect(step(found(), nil, nil) == .record)
    let seen = SeenSession(found(), written: stored())
    #expect(step(found(), seen, stored()) == .known)
    let longer = ListeningReport(
      storyId: "abs:moon", startedAt: start, endedAt: start + 600, completed: false, duration: 600)
    #expect(step(found(600), seen, stored()) == .extend(longer))
    #expect(step(found(200), seen, stored()) == .known)
    let completed = ListeningReport(
      storyId: "abs:moon", startedAt: start, endedAt: start + 300, completed: true, duration: 300)
    #expect(step(found(completed: true), seen, stored()) == .extend(completed))
  }

  @Test("Never overwrites an edit, and never restores what a person deleted")
  func people() {
    let seen = SeenSession(found(), written: stored())
    #expect(step(found(600), seen, stored(100)) == .keep(nil))
    #expect(step(found(600), seen, nil) == .keep(nil))
    #expect(step(found(), nil, nil, isDeleted: true) == .keep(nil))
    #expect(step(found(900), SeenSession(found(600), written: nil), stored(600)) == .keep(nil))
  }

  @Test("A session that was imported from a file grows too, unless it differs")
  func adopted() {
    #expect(step(found(), nil, stored()) == .keep(stored()))
    #expect(step(found(), nil, stored(200)) == .keep(nil))
    var capped = stored()
    (capped.duration, capped.given) = (100, 300)
    #expect(step(found(), nil, capped) == .keep(capped))
  }
}
