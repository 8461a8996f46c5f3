import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Reading timer")
struct ReadingTimerModelTests {
  private let time = ManualTime()
  private let server: ScriptedServer
  private let scratch: ScratchDirectory

  init() throws {
    server = ScriptedServer(time: time) { _ in .json(200, #"{"active":null}"#) }
    scratch = try ScratchDirectory()
  }

  private func model(_ client: WaymarkClient? = nil) -> ReadingTimerModel {
    ReadingTimerModel(
      repository: ReadingRepository(
        client: client ?? server.client(), lastKnown: scratch.answers, stoppedTimer: stoppedTimer))
  }

  private var stoppedTimer: StoppedTimerFile {
    StoppedTimerFile(url: scratch.url.appendingPathComponent("account/stopped-timer.json"))
  }

  private nonisolated static func session(
    _ id: String = "r1", seconds: Int = 0, from start: String = "2026-11-20T10:00:00Z"
  )
    -> String
  {
    #"{"sessionId":"\#(id)","workId":"w1","startedAt":"\#(start)","startPage":12,"elapsedSeconds":\#(seconds)}"#
  }

  private nonisolated static let ended = """
    {"session":{"id":"r1","workId":"w1","date":"2026-11-20","startedAt":"2026-11-20T10:00:00Z",
     "endedAt":"2026-11-20T10:30:00Z","durationMinutes":30,"startPage":12,"endPage":40,"pagesRead":28,
     "readingPace":56,"enrichmentPromptShown":true,"enrichmentCompleted":false},
     "prompt":\(DiversityBodies.prompt),"updatedBooks":1}
    """

  /// The body of a stop on page 40.
  private nonisolated static func stop(_ id: String, at end: String? = nil) -> Data {
    let ended = end.map { #""endedAt":"\#($0)","# } ?? ""
    return Data(#"{"endPage":40,\#(ended)"sessionId":"\#(id)"}"#.utf8)
  }

  private func runs(_ id: String = "r1", seconds: Int) {
    server.script { request in
      switch ScriptedServer.call(request) {
      case "POST reading/timer": .json(201, Self.session(id, seconds: 0))
      case "POST reading/timer/stop": .json(200, Self.ended)
      case "DELETE reading/timer": HTTPResponse(status: 204)
      default: .json(200, #"{"active":\#(Self.session(id, seconds: seconds))}"#)
      }
    }
  }

  @Test(
    "Formats the clock as minutes and seconds, with hours from one hour",
    arguments: [
      (0, "00:00"), (1, "00:01"), (9, "00:09"), (59, "00:59"), (60, "01:00"), (309, "05:09"), (3_599, "59:59"),
      (3_600, "1:00:00"), (3_661, "1:01:01"), (35_999, "9:59:59"), (36_000, "10:00:00"), (360_000, "100:00:00"),
      (-1, "00:00"),
    ])
  func clockText(seconds: Int, text: String) {
    #expect(RunningClock.text(seconds: seconds) == text)
  }

  @Test("The displayed time matches the seconds and never decreases", arguments: UInt64(1)...20)
  func clockProperty(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    let clock = RunningClock(seconds: Double.random(in: 0...90_000, using: &numbers), elapsed: .seconds(5))
    var elapsed = Duration.seconds(5)
    var last = 0
    for _ in 0..<200 {
      elapsed += .milliseconds(Int.random(in: 0...4_000, using: &numbers))
      let seconds = clock.seconds(at: elapsed)
      #expect(seconds >= last, "seed \(seed)")
      last = seconds
      let parts = RunningClock.text(seconds: seconds).split(separator: ":").compactMap { Int($0) }
      #expect(parts.reduce(0) { $0 * 60 + $1 } == seconds, "seed \(seed)")
      #expect(parts.dropFirst().allSatisfy { (0...59).contains($0) })
      let pause = clock.untilNextSecond(at: elapsed)
      #expect(clock.seconds(at: elapsed + pause + .milliseconds(1)) > seconds, "seed \(seed)")
    }
  }

  @Test("Starts, counts and stops a session with its prompt")
  func wholeLife() async throws {
    runs(seconds: 0)
    let model = model()
    await model.start("w1", startPage: 12)
    #expect(model.isRunning && model.clockText == "00:00" && model.failure == nil)
    let ticking = Task { await model.run() }
    for expected in ["00:01", "00:02"] {
      await time.untilSleeping()
      time.advance(bySeconds: 1)
      await time.untilSleeping()
      #expect(model.clockText == expected)
    }
    ticking.cancel()
    await ticking.value
    await model.stop(endPage: 40)
    #expect(!model.isRunning && model.clockText == "00:00")
    #expect(model.ended?.session.pagesRead == 28 && model.ended?.prompt?.id == "p1")
    #expect(server.requests.last?.body == Self.stop("r1"))
    model.dismiss()
    #expect(model.ended == nil)
  }

  @Test("Continues after a relaunch, even offline")
  func relaunch() async {
    runs(seconds: 0)
    let first = model()
    await first.load()
    #expect(first.clockText == "00:00")
    time.advance(bySeconds: 754)
    server.setOffline(true)
    let second = model()
    await second.load()
    #expect(second.clockText == "12:34")
    #expect(second.timer.answer?.freshness == .lastKnown)
    #expect(second.timer.offlineSince == instant("2026-11-20T10:00:00Z"))
    #expect(second.timer.answer?.ageSeconds(at: time.now) == 754)
  }

  @Test("A wrong wall clock does not affect the timer")
  func wrongClock() async {
    runs(seconds: 100)
    time.setWallClock(instant("2031-01-01T00:00:00Z"))
    let model = model()
    await model.load()
    #expect(model.clockText == "01:40")
    time.setWallClock(instant("1999-01-01T00:00:00Z"))
    time.advance(bySeconds: 20)
    await model.stop(endPage: 13, endedAt: instant("2026-11-20T10:02:00Z"))
    #expect(model.failure == nil)
  }

  @Test("Shows timers that another device starts and stops")
  func otherDevice() async {
    let model = model()
    await model.load()
    #expect(!model.isRunning && model.timer.value != nil)
    runs("r2", seconds: 61)
    await model.load()
    #expect(model.running?.sessionId == "r2" && model.clockText == "01:01")
    runs("r3", seconds: 5)
    await model.load()
    #expect(model.clockText == "00:05")
    server.script { _ in .json(200, #"{"active":null}"#) }
    await model.load()
    #expect(!model.isRunning && model.clockText == "00:00")
  }

  @Test("Shows the running timer if another one is started")
  func conflict() async {
    server.script { request in
      request.method == .post
        ? .problem(409, "A timer runs") : .json(200, #"{"active":\#(Self.session("r9", seconds: 30))}"#)
    }
    let model = model()
    await model.start("w1")
    #expect(model.failure == .conflict(detail: "A timer runs"))
    #expect(model.running?.sessionId == "r9" && model.clockText == "00:30")
  }

  @Test("A stop never ends the timer that another device has started since, and shows that one")
  func stopConflict() async throws {
    runs(seconds: 60)
    let model = model()
    await model.load()
    let service = ReadingSessionService(client: server.client())
    try await service.refresh()
    server.script { request in
      request.method == .post
        ? .problem(409, "Another timer runs") : .json(200, #"{"active":\#(Self.session("r9", seconds: 30))}"#)
    }
    await model.stop(endPage: 40)
    #expect(server.requests.last { $0.method == .post }?.body == Self.stop("r1"))
    #expect(model.failure == .conflict(detail: "Another timer runs"))
    #expect(model.running?.sessionId == "r9" && model.ended == nil)

    await #expect(throws: APIError.conflict(detail: "Another timer runs")) { try await service.endSession(endPage: 40) }
    #expect(server.requests.last { $0.method == .post }?.body == Self.stop("r1"))
    #expect(await service.currentSession()?.sessionId == "r9")
  }

  @Test("Asks for the end of a timer older than a day")
  func olderThanADay() async {
    runs(seconds: 86_399)
    let model = model()
    await model.load()
    await model.stop(endPage: 40)
    #expect(!model.asksWhenItEnded && model.ended != nil)
    runs("r2", seconds: 86_399)
    await model.load()
    time.advance(bySeconds: 2)
    let before = server.requests.count
    await model.stop(endPage: 40)
    #expect(model.asksWhenItEnded && model.isRunning && server.requests.count == before)
    await model.stop(endPage: 40, endedAt: instant("2026-11-20T10:30:00Z"))
    #expect(!model.isRunning && !model.asksWhenItEnded)
    #expect(server.requests.last?.body == Self.stop("r2", at: "2026-11-20T10:30:00Z"))
  }

  @Test("Asks for the end if the server requires it")
  func serverAsks() async {
    server.script { request in
      request.method == .post
        ? .json(422, #"{"status":422,"errors":[{"field":"endedAt","message":"is missing"}]}"#)
        : .json(200, #"{"active":\#(Self.session(seconds: 60))}"#)
    }
    let model = model()
    await model.load()
    await model.stop(endPage: 40)
    #expect(model.asksWhenItEnded && model.isRunning)
  }

  @Test("A stop without a network ends the session at that time")
  func stoppedOffline() async {
    runs(seconds: 0)
    let model = model()
    await model.load()
    time.advance(bySeconds: 600)
    server.setOffline(true)
    await model.stop(endPage: 40)
    #expect(model.failure == .networkUnavailable && model.isRunning)
    #expect(model.stoppedAt == instant("2026-11-20T10:10:00Z"))
    time.advance(bySeconds: 600)
    server.setOffline(false)
    await model.stop(endPage: 40)
    #expect(server.requests.last?.body == Self.stop("r1", at: "2026-11-20T10:10:00Z"))
    #expect(model.stoppedAt == nil && !model.isRunning)
  }

  @Test("A stop without a network survives relaunches")
  func stoppedBeforeRelaunch() async {
    runs(seconds: 0)
    let first = model()
    await first.load()
    time.advance(bySeconds: 600)
    server.setOffline(true)
    await first.stop(endPage: 40)
    let stopped = StoppedTimer(sessionId: "r1", endPage: 40, endedAt: instant("2026-11-20T10:10:00Z"))
    for _ in 0..<2 {
      time.advance(bySeconds: 600)
      let offline = model()
      await offline.load()
      #expect(offline.isRunning && offline.stopped == stopped)
    }
    server.setOffline(false)
    runs(seconds: 1_800)
    let last = model()
    await last.load()
    #expect(last.stopped == stopped && last.stoppedAt == stopped.endedAt)
    await last.stop(endPage: last.stopped?.endPage ?? 0)
    #expect(server.requests.last?.body == Self.stop("r1", at: "2026-11-20T10:10:00Z"))
    #expect(last.stopped == nil && stoppedTimer.load() == nil)
  }

  @Test("A stored stop applies only to its own session", arguments: [nil, "r2"])
  func stoppedElsewhere(next: String?) async throws {
    let kept = StoppedTimer(sessionId: "r1", endPage: 40, endedAt: instant("2026-11-20T10:10:00Z"))
    try stoppedTimer.save(kept)
    #expect(stoppedTimer.load() == kept)
    if let next { runs(next, seconds: 5) }
    server.setOffline(true)
    let offline = model()
    await offline.load()
    #expect(offline.stopped == nil && stoppedTimer.load() == kept)
    server.setOffline(false)
    let model = model()
    await model.load()
    #expect(model.running?.sessionId == next && model.stopped == nil && stoppedTimer.load() == nil)
  }

  @Test("Discarding and signing out delete a stored stop, and a damaged file is ignored")
  func stopDeleted() async throws {
    runs(seconds: 60)
    let kept = StoppedTimer(sessionId: "r1", endPage: 40, endedAt: instant("2026-11-20T10:10:00Z"))
    try stoppedTimer.save(kept)
    let model = model()
    await model.load()
    #expect(model.stopped == kept)
    await model.discard()
    #expect(model.stopped == nil && stoppedTimer.load() == nil)
    try stoppedTimer.save(kept)
    await model.repository.discardEverything()
    #expect(stoppedTimer.load() == nil)
    try Data("{".utf8).write(to: scratch.url.appendingPathComponent("account/stopped-timer.json"))
    #expect(stoppedTimer.load() == nil)
  }

  @Test("Discards a running timer")
  func discarded() async {
    runs(seconds: 60)
    let model = model()
    await model.load()
    await model.discard()
    #expect(!model.isRunning && model.failure == nil)
    #expect(server.calls.last == "DELETE reading/timer")
  }

  @Test("Loads again after connecting and after changes of reading, but not of rucks")
  func follows() async {
    runs(seconds: 60)
    let events = ["profile", "rucks", "reading"].enumerated().map { seq, area in
      "data: {\"seq\":\(seq),\"areas\":[\"\(area)\"]}\nevent: change\n\n"
    }
    let streamed = Data(events.joined().utf8)
    var client = server.client()
    let plain = client.transport
    let connections = Gate()
    client.transport = InMemoryTransport(
      { request throws(TransportFailure) in try await plain.send(request) },
      streams: { _ throws(TransportFailure) in
        if connections.isOpened { throw .cancelled }
        connections.open()
        return HTTPResponseStream(status: 200, headers: ["Content-Type": "text/event-stream"], chunks: [streamed])
      })
    let model = model(client)
    let following = Task { await model.followChanges() }
    await time.untilSleeping()
    time.advance(bySeconds: 60)
    await following.value
    #expect(server.calls == ["GET reading/timer", "GET reading/timer"])
    #expect(model.isRunning)
  }

  @Test("A session can be stopped with an earlier end")
  func serviceEndsAt() async throws {
    runs(seconds: 0)
    let service = ReadingSessionService(client: server.client())
    let session = try await service.endSession(endPage: 40, endedAt: instant("2026-11-20T10:30:00Z"))
    #expect(session.durationMinutes == 30)
    #expect(server.requests.last?.body == Data(#"{"endPage":40,"endedAt":"2026-11-20T10:30:00Z"}"#.utf8))
  }
}
