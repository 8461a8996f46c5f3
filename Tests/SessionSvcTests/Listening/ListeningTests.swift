import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import Testing

@testable import SessionSvc

@Suite struct ListeningTests {
  static let start = at("2026-11-20T08:00:00Z")

  static func report(
    _ end: Int64 = 300, story: String = "moon", start: Instant = start, completed: Bool = true, duration: Double? = nil
  ) -> SessionAPI.RecordListening {
    .init(storyId: story, startedAt: start, endedAt: start + end, completed: completed, duration: duration)
  }

  @Test("Records, fetches and lists a session")
  func recording() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let written = try await rig.handlers.recordListening(Self.report(), ada)
    #expect(written.created && !written.replayed)
    let session = written.value
    #expect(session.duration == 300)
    #expect(!session.capped && session.anomalies.isEmpty)
    #expect(try await rig.handlers.fetchListeningSession(.init(id: session.id), ada) == session)
    #expect(try await rig.handlers.listListeningSessions(.init(), ada).decoded().items == [session])
    #expect(
      await fault {
        _ = try await rig.handlers.fetchListeningSession(.init(id: session.id), CallerContext(user: "bob"))
      }?.code
        == .notFound)
  }

  @Test("Only a later end extends a session")
  func extending() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let first = try await rig.handlers.recordListening(Self.report(), ada).value
    let head = try await rig.head()
    for call in [Self.report(), Self.report(299, completed: false, duration: 5), Self.report(0)] {
      let again = try await rig.handlers.recordListening(call, ada)
      #expect(!again.created)
      #expect(again.value == first)
    }
    #expect(try await rig.head() == head)
    let longer = try await rig.handlers.recordListening(Self.report(400, completed: false), ada)
    #expect(!longer.created)
    #expect(longer.value.id == first.id)
    #expect(longer.value.duration == 400)
    #expect(longer.value.completed)
    #expect(try await rig.head().seq == head.seq + 1)
  }

  @Test("Caps a duration at one and a half estimates, and keeps one above the span")
  func cap() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let capped = try await rig.handlers.recordListening(Self.report(300, duration: 1_000), ada).value
    #expect(capped.duration == 900)
    #expect(capped.capped)
    #expect(capped.anomalies == ["durationCapped", "durationExceedsSpan"])
    let odd = try await rig.handlers.recordListening(Self.report(300, start: Self.start + 1, duration: 301.5), ada)
      .value
    #expect(odd.duration == 301.5)
    #expect(odd.anomalies == ["durationExceedsSpan"])
    let rounded = try await rig.handlers.recordListening(Self.report(300, start: Self.start + 2, duration: 301), ada)
      .value
    #expect(rounded.anomalies.isEmpty)
    let exact = try await rig.handlers.recordListening(Self.report(1_000, start: Self.start + 3, duration: 900), ada)
      .value
    #expect(!exact.capped)
    let list = try await rig.handlers.listAnomalies(.init(), ada).decoded().items
    #expect(list.map(\.kind) == ["durationExceedsSpan", "durationExceedsSpan", "durationCapped"])
    #expect(list.map(\.given) == [301.5, 1_000, 1_000])
    #expect(list.map(\.stored) == [301.5, 900, 900])
    #expect(list.last?.sessionId == capped.id)
    _ = try await rig.handlers.deleteListeningSession(.init(id: capped.id), ada)
    #expect(try await rig.handlers.listAnomalies(.init(), ada).decoded().items == list)
    let page = try await rig.handlers.listAnomalies(.init(limit: 2), ada).decoded()
    #expect(
      try await rig.handlers.listAnomalies(.init(limit: 2, cursor: page.nextCursor), ada).decoded().items == [list[2]])
  }

  @Test("The cap applies only when a session is written")
  func capLater() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let session = try await rig.handlers.recordListening(Self.report(800), ada).value
    _ = try await rig.handlers.saveStory(.init(id: "moon", title: "Moon", estimatedDuration: 100), ada)
    #expect(try await rig.handlers.fetchListeningSession(.init(id: session.id), ada).duration == 800)
    let edited = try await rig.handlers.patchListeningSession(.init(id: session.id, completed: .set(false)), ada).value
    #expect(edited.duration == 800)
    let longer = try await rig.handlers.recordListening(Self.report(801), ada).value
    #expect(longer.duration == 150)
    #expect(longer.anomalies == ["durationCapped"])
  }

  @Test("Rejects an unknown or deleted story, even for an existing session")
  func story() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let session = try await rig.handlers.recordListening(Self.report(), ada).value
    _ = try await rig.handlers.deleteStory(.init(id: "moon"), ada)
    let rejected = await fault { _ = try await rig.handlers.recordListening(Self.report(), ada) }
    #expect(rejected?.fields?.map(\.field) == ["storyId"])
    var untitled = session
    untitled.title = nil
    #expect(try await rig.handlers.fetchListeningSession(.init(id: session.id), ada) == untitled)
    #expect(
      await fault { _ = try await rig.handlers.recordListening(Self.report(story: "a b"), ada) }?.fields?.map(\.field)
        == ["storyId"])
    _ = try await rig.handlers.saveStory(.init(id: "moon", title: "Again", estimatedDuration: 600), ada)
    #expect(try await !rig.handlers.recordListening(Self.report(), ada).created)
  }

  @Test(
    "Errors use the client's field names",
    arguments: [
      (report(-1), ["endedAt"]), (report(86_401), ["endedAt", "endedAt"]), (report(86_400), ["endedAt"]),
      (report(1, start: at("2026-11-20T10:05:00Z")), ["endedAt"]),
      (report(1, start: at("1999-12-31T23:59:58Z")), ["startedAt", "endedAt"]),
      (report(2, start: at("1999-12-31T23:59:58Z")), ["startedAt"]),
      (report(duration: -0.001), ["duration"]), (report(duration: .infinity), ["duration"]),
      (report(duration: .nan), ["duration"]),
      (report(-5, story: "no", duration: -1), ["storyId", "endedAt", "duration"]),
      (.init(storyId: "moon", startedAt: nil, endedAt: nil, completed: true), ["startedAt", "endedAt"]),
      (
        .init(storyId: "moon", startedAt: Instant(seconds: .min), endedAt: Instant(seconds: .max), completed: true),
        ["startedAt", "endedAt", "endedAt"]
      ),
    ] as [(SessionAPI.RecordListening, [String])])
  func illegal(call: SessionAPI.RecordListening, fields: [String]) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let rejected = await fault { _ = try await rig.handlers.recordListening(call, ada) }
    #expect(rejected?.code == .invalid)
    #expect(rejected?.fields?.map(\.field) == fields)
  }

  @Test("Accepts the alternative names of the times and reports errors with them")
  func otherNames() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    var call = SessionAPI.RecordListening(storyId: "moon", startedAt: nil, endedAt: nil, completed: false)
    call.startTime = Self.start
    call.endTime = Self.start + 60
    #expect(try await rig.handlers.recordListening(call, ada).value.endedAt == Self.start + 60)
    call.endTime = Self.start + -60
    let rejected = await fault { _ = try await rig.handlers.recordListening(call, ada) }
    #expect(rejected?.fields?.map(\.field) == ["endTime"])
  }

  @Test("An edit changes only the given fields and applies the cap only to a given duration")
  func editing() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let session = try await rig.handlers.recordListening(Self.report(), ada).value
    let head = try await rig.head()
    let same = try await rig.handlers.patchListeningSession(.init(id: session.id), ada)
    #expect(same.value == session && !same.created)
    #expect(try await rig.head() == head)
    let shorter = try await rig.handlers.patchListeningSession(
      .init(id: session.id, endedAt: .set(Self.start + 100), completed: .set(false)), ada
    ).value
    #expect(shorter.duration == 300)
    #expect(!shorter.completed)
    #expect(shorter.anomalies == ["durationExceedsSpan"])
    let capped = try await rig.handlers.patchListeningSession(.init(id: session.id, duration: .set(5_000)), ada).value
    #expect(capped.duration == 900 && capped.capped)
    let reset = try await rig.handlers.patchListeningSession(.init(id: session.id, duration: .cleared), ada).value
    #expect(reset.duration == 100 && reset.anomalies.isEmpty)
    #expect(try await rig.handlers.fetchListeningSession(.init(id: session.id), ada) == reset)
  }

  @Test(
    "Reports every invalid field of an edit",
    arguments: [
      (SessionAPI.PatchListeningSession(id: "", endedAt: .cleared), ["endedAt"]),
      (.init(id: "", completed: .cleared), ["completed"]),
      (.init(id: "", endedAt: .set(start + -1)), ["endedAt"]),
      (.init(id: "", endedAt: .set(start + 86_401)), ["endedAt"]),
      (.init(id: "", endedAt: .set(at("2026-11-20T10:05:01Z")), duration: .set(-1)), ["endedAt", "duration"]),
    ])
  func illegalEdits(call: SessionAPI.PatchListeningSession, fields: [String]) async throws {
    let rig = try SessionRig(now: at("2026-11-20T10:00:00Z"))
    let ada = try await rig.begin()
    var call = call
    call.id = try await rig.handlers.recordListening(Self.report(), ada).value.id
    if fields == ["endedAt"], case .set(let end) = call.endedAt, end > Self.start {
      rig.clock.now = at("2026-12-01T00:00:00Z")
    }
    let made = call
    let rejected = await fault { _ = try await rig.handlers.patchListeningSession(made, ada) }
    #expect(rejected?.fields?.map(\.field) == fields)
  }

  @Test("A deleted session can be recorded again with the same id")
  func deleting() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let session = try await rig.handlers.recordListening(Self.report(), ada).value
    _ = try await rig.handlers.deleteListeningSession(.init(id: session.id), ada)
    #expect(
      await fault { _ = try await rig.handlers.deleteListeningSession(.init(id: session.id), ada) }?.code == .notFound)
    #expect(
      await fault { _ = try await rig.handlers.patchListeningSession(.init(id: session.id), ada) }?.code == .notFound)
    let again = try await rig.handlers.recordListening(Self.report(), ada)
    #expect(again.created && again.value.id == session.id)
  }

  @Test(
    "An impossible id is not found, and an invalid one is rejected",
    arguments: [("x", Fault.Code.notFound), ("a/b", .invalid), ("..", .invalid)])
  func ids(id: String, code: Fault.Code) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    #expect(await fault { _ = try await rig.handlers.fetchListeningSession(.init(id: id), ada) }?.code == code)
  }

  @Test("Logs an anomaly after the commit")
  func log() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let path = rig.directory.appending(path: "log").path()
    let descriptor = open(path, O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let handlers = SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: Log(service: "session", descriptor: descriptor),
      now: rig.handlers.now)
    _ = try await handlers.recordListening(Self.report(duration: 1_000), ada)
    _ = await fault { _ = try await handlers.recordListening(Self.report(-1, duration: 1_000), ada) }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains(" warning session: ") && $0.contains("user=ada") })
    #expect(lines.first?.contains("kind=durationCapped") == true)
  }
}
