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

  /// Handles events at the given seconds and returns the final reports of the sessions.
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

  @Test("Pauses count for the session but not for the listening")
  func pauses() {
    let found = play([(0, .play(storyId: "s1")), (60, .pause), (100, .resume), (160, .finish)])
    #expect(found == [session(0, 160, listened: 120, completed: true)])
  }

  @Test("A session ends with the last listening, not when the player is closed")
  func end() {
    #expect(play([(0, .play(storyId: "s1")), (60, .pause), (300, .stop)]) == [session(0, 60, listened: 60)])
  }

  @Test("Skipped parts do not count as listening")
  func seeks() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (10, .seek), (11, .seek), (12, .seek), (30, .finish),
    ]
    #expect(play(script) == [session(0, 30, listened: 30, completed: true)])
  }

  @Test("Continuing after a long pause starts a new session")
  func longPause() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (60, .pause), (660, .resume), (700, .pause), (1301, .resume), (1321, .finish),
    ]
    #expect(play(script) == [session(0, 700, listened: 100), session(1301, 1321, listened: 20, completed: true)])
  }

  @Test("Another story ends the previous session")
  func otherStory() {
    let found = play([(0, .play(storyId: "s1")), (20, .play(storyId: "s2")), (50, .stop)])
    #expect(found == [session(0, 20, listened: 20), session(20, 50, listened: 30, of: "s2")])
  }

  @Test("Playing the current story changes nothing")
  func doublePlay() {
    let found = play([(0, .play(storyId: "s1")), (5, .play(storyId: "s1")), (7, .resume), (20, .stop)])
    #expect(found == [session(0, 20, listened: 20)])
  }

  @Test("Starting over begins a new session, even after the end")
  func replay() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (20, .replay), (50, .finish), (55, .replay), (65, .stop),
    ]
    #expect(
      play(script) == [
        session(0, 20, listened: 20), session(20, 50, listened: 30, completed: true), session(55, 65, listened: 10),
      ])
  }

  @Test("Browsing stories creates no sessions")
  func browsing() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (0.4, .play(storyId: "s2")), (0.9, .play(storyId: "s3")), (30, .stop),
    ]
    #expect(play(script).map(\.storyId) == ["s3"])
  }

  @Test("A story that is finished and restarted within a second makes two sessions")
  func sameSecond() {
    let script: [(Double, PlayerEvent)] = [
      (0, .play(storyId: "s1")), (0.2, .finish), (0.3, .replay), (0.4, .finish), (0.5, .replay), (9, .finish),
    ]
    let found = play(script)
    #expect(found.count == 3)
    #expect(Set(found.map(\.key)).count == 3)
  }

  @Test("Progress extends the session, and reports nothing if nothing changed")
  func progress() {
    var meter = ListeningMeter(timing: SessionTiming())
    #expect(meter.handle(.play(storyId: "s1"), at: moment(0)).isEmpty)
    #expect(meter.progress(at: moment(0.5)).isEmpty)
    #expect(meter.progress(at: moment(60)) == [session(0, 60, listened: 60)])
    #expect(meter.progress(at: moment(60)).isEmpty)
    #expect(meter.progress(at: moment(120)) == [session(0, 120, listened: 120)])
    // The server accepts only a later end, so the end moves by a second.
    #expect(meter.handle(.finish, at: moment(120.3)) == [session(0, 121, listened: 120.3, completed: true)])
    #expect(meter.handle(.stop, at: moment(130)).isEmpty)
  }

  @Test("Splits a session that lasts for days")
  func tooLong() {
    let found = play([(0, .play(storyId: "rain")), (100_000, .stop)])
    #expect(found.map(\.duration) == [43_200, 43_200, 13_600])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.endedAt == $1.startedAt })
  }

  @Test("Changes of the wall clock do not affect durations")
  func clockSet() {
    var meter = ListeningMeter(timing: SessionTiming())
    _ = meter.handle(.play(storyId: "s1"), at: moment(0))
    let found = meter.handle(.finish, at: Moment(wall: start - 5000, elapsed: .seconds(1090)))
    #expect(found == [session(0, 90, listened: 90, completed: true)])
  }

  @Test("Senseless events create no sessions")
  func nonsense() {
    #expect(play([(0, .resume), (1, .pause), (2, .seek), (3, .finish), (4, .replay), (5, .stop)]).isEmpty)
  }

  @Test(
    "Random events count each second once and never create overlapping sessions", arguments: UInt64(1)...200)
  func anything(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    var meter = ListeningMeter(timing: SessionTiming(shortestSessionSeconds: 0))
    var now = 0.0
    var listened = 0.0
    var isPlaying = false
    var sessions: [SessionReport.Key: SessionReport] = [:]
    let events: [PlayerEvent] = [
      .play(storyId: "s1"), .play(storyId: "s2"), .pause, .resume, .seek, .replay, .finish, .background, .stop,
    ]
    for _ in 0..<100 {
      let step = Double(Int.random(in: 1...900, using: &numbers))
      now += step
      if isPlaying { listened += step }
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
    #expect(ordered.reduce(0) { $0 + ($1.duration ?? 0) } == listened, "seed \(seed)")
    #expect(
      ordered.allSatisfy { ($0.duration ?? 0) <= $0.endedAt.timeIntervalSince($0.startedAt) + 1 }, "seed \(seed)")
    // A session closed by `finish` may end up to a second after the listening.
    #expect(
      zip(ordered, ordered.dropFirst()).allSatisfy { $0.endedAt <= $1.startedAt + 1 }, "seed \(seed)")
  }
}
