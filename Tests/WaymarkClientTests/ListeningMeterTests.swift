import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Listening meter")
struct ListeningMeterTests {
  private let start = instant("2026-11-20T20:00:00Z")

  private func moment(_ seconds: Double) -> Moment {
    Moment(wall: start + seconds, elapsed: .seconds(1000 + seconds))
  }

  /// Plays a script of events at seconds and returns what was reported at the ends of sessions.
  private func play(_ script: [(Double, PlayerEvent)], timing: SessionTiming = SessionTiming()) -> [SessionReport] {
    var meter = ListeningMeter(timing: timing)
    return script.flatMap { meter.handle($0.1, at: moment($0.0)) }
  }

  private func session(
    _ begin: Double, _ end: Double, listened: Double, completed: Bool = false, of story: String = "s1"
  ) -> SessionReport {
    SessionReport(
      storyId: story, startedAt: start + begin, endedAt: start + end, completed: completed, duration: listened)
  }

  @Test("Pauses are part of the session but not of the listening")
  func pauses() {
    let found = play([(0, .play(storyId: "s1")), (60, .pause), (100, .resume), (160, .finish)])
    #expect(found == [session(0, 160, listened: 120, completed: true)])
  }

  @Test("A session ends when it was last heard, not when the player is closed")
  func end() {
    #expect(play([(0, .play(storyId: "s1")), (60, .pause), (300, .stop)]) == [session(0, 60, listened: 60)])
  }

  @Test("Skipping counts what was heard, not how far it went")
  func seeks() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (10, .seek), (11, .seek), (12, .seek), (30, .finish),
    ]
    #expect(play(script) == [session(0, 30, listened: 30, completed: true)])
  }

  @Test("Playing on after a long pause is a new session")
  func longPause() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (60, .pause), (660, .resume), (700, .pause), (1301, .resume), (1321, .finish),
    ]
    #expect(play(script) == [session(0, 700, listened: 100), session(1301, 1321, listened: 20, completed: true)])
  }

  @Test("Another story ends the one before it")
  func otherStory() {
    let found = play([(0, .play(storyId: "s1")), (20, .play(storyId: "s2")), (50, .stop)])
    #expect(found == [session(0, 20, listened: 20), session(20, 50, listened: 30, of: "s2")])
  }

  @Test("Playing what plays already changes nothing")
  func doublePlay() {
    let found = play([(0, .play(storyId: "s1")), (5, .play(storyId: "s1")), (7, .resume), (20, .stop)])
    #expect(found == [session(0, 20, listened: 20)])
  }

  @Test("Starting over is another play, also after the end")
  func replay() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (20, .replay), (50, .finish), (55, .replay), (65, .stop),
    ]
    #expect(
      play(script) == [
        session(0, 20, listened: 20), session(20, 50, listened: 30, completed: true), session(55, 65, listened: 10),
      ])
  }

  @Test("Leafing through stories leaves no sessions")
  func leafing() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (0.4, .play(storyId: "s2")), (0.9, .play(storyId: "s3")), (30, .stop),
    ]
    #expect(play(script).map(\.storyId) == ["s3"])
  }

  @Test("A story that is done and started over within the same second makes two sessions")
  func sameSecond() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (0.2, .finish), (0.3, .replay), (0.4, .finish), (0.5, .replay), (9, .finish),
    ]
    let found = play(script)
    #expect(found.count == 3)
    #expect(Set(found.map(\.key)).count == 3)
  }

  @Test("Progress extends the session, and without news there is nothing to tell")
  func progress() {
    var meter = ListeningMeter(timing: SessionTiming())
    #expect(meter.handle(.play(storyId: "s1"), at: moment(0)).isEmpty)
    #expect(meter.progress(at: moment(0.5)).isEmpty)
    #expect(meter.progress(at: moment(60)) == [session(0, 60, listened: 60)])
    #expect(meter.progress(at: moment(60)).isEmpty)
    #expect(meter.progress(at: moment(120)) == [session(0, 120, listened: 120)])
    // The server takes a later end only, so the end of the story moves on by a second.
    #expect(meter.handle(.finish, at: moment(120.3)) == [session(0, 121, listened: 120.3, completed: true)])
    #expect(meter.handle(.stop, at: moment(130)).isEmpty)
  }

  @Test("A session that goes on for days is cut into pieces that the server takes")
  func tooLong() {
    let found = play([(0, .play(storyId: "rain")), (100_000, .stop)])
    #expect(found.map(\.duration) == [43_200, 43_200, 13_600])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.endedAt == $1.startedAt })
  }

  @Test("A wall clock that is set while a story plays bends nothing")
  func clockSet() {
    var meter = ListeningMeter(timing: SessionTiming())
    _ = meter.handle(.play(storyId: "s1"), at: moment(0))
    let found = meter.handle(.finish, at: Moment(wall: start - 5000, elapsed: .seconds(1090)))
    #expect(found == [session(0, 90, listened: 90, completed: true)])
  }

  @Test("A player that says nothing sensible makes no sessions")
  func nonsense() {
    #expect(play([(0, .resume), (1, .pause), (2, .seek), (3, .finish), (4, .replay), (5, .stop)]).isEmpty)
  }

  @Test(
    "Whatever a player does, seconds heard are counted once and sessions do not overlap", arguments: UInt64(1)...200)
  func anything(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    var meter = ListeningMeter(timing: SessionTiming(shortestSessionSeconds: 0))
    var now = 0.0
    var heard = 0.0
    var isPlaying = false
    var sessions: [SessionReport.Key: SessionReport] = [:]
    let events: [PlayerEvent] = [
      .play(storyId: "s1"), .play(storyId: "s2"), .pause, .resume, .seek, .replay, .finish, .background, .stop,
    ]
    for _ in 0..<100 {
      let step = Double(Int.random(in: 1...900, using: &numbers))
      now += step
      if isPlaying { heard += step }
      let event = events.randomElement(using: &numbers) ?? .stop
      var reports = meter.handle(event, at: moment(now))
      if Bool.random(using: &numbers) { reports += meter.progress(at: moment(now)) }
      for report in reports { sessions[report.key] = sessions[report.key]?.extended(by: report) ?? report }
      isPlaying = meter.isPlaying
    }
    for report in meter.handle(.stop, at: moment(now)) {
      sessions[report.key] = sessions[report.key]?.extended(by: report) ?? report
    }
    let ordered = sessions.values.sorted { $0.startedAt < $1.startedAt }
    #expect(ordered.reduce(0) { $0 + ($1.duration ?? 0) } == heard, "seed \(seed)")
    #expect(
      ordered.allSatisfy { ($0.duration ?? 0) <= $0.endedAt.timeIntervalSince($0.startedAt) + 1 }, "seed \(seed)")
    // A session closed by `finish` may end up to a second later than it was heard.
    #expect(
      zip(ordered, ordered.dropFirst()).allSatisfy { $0.endedAt <= $1.startedAt + 1 }, "seed \(seed)")
  }
}
