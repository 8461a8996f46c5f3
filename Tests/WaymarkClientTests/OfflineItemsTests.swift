import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Offline queue of all kinds")
struct OfflineItemsTests {
  private let batches = BatchServer()
  private let server: ScriptedServer
  private let scratch: ScratchDirectory

  init() throws {
    server = ScriptedServer(batches.script)
    scratch = try ScratchDirectory()
  }

  private func queue(capacity: Int = Limits.pendingSessions) throws -> OfflineQueue {
    try OfflineQueue(file: scratch.queueFile, capacity: capacity)
  }

  private func reading(_ work: String = "w1", hour: Int = 9, minutes: Double = 10) -> ReadingReport {
    let start = instant("2026-11-20T0\(hour):00:00Z")
    return ReadingReport(workId: work, startedAt: start, endedAt: start + 60 * minutes, startPage: 1, endPage: 9)
  }

  private func ruck(hour: Int = 9, minutes: Double = 10, distance: Double = 1_000) -> RuckReport {
    let start = instant("2026-11-20T0\(hour):00:00Z")
    return RuckReport(startedAt: start, endedAt: start + 60 * minutes, distance: distance, loadWeight: 20)
  }

  private func answer(_ value: String, _ work: String = "w1", prompt: String? = nil) -> DiversityReport {
    DiversityReport(workId: work, dimension: .gender, value: value, promptId: prompt, saidAt: server.time.now)
  }

  @Test("Items of every kind survive a restart and are sent by kind, the oldest kind first")
  func kinds() async throws {
    let before = try queue()
    try await before.enqueue(ruck(hour: 3))
    try await before.enqueue(reading(hour: 2))
    try await before.enqueue(report(from: "2026-11-20T01:00:00Z"))
    try await before.enqueue(ruck(hour: 1))
    let after = try queue()
    let expected: [OfflineItem] = [
      .ruck(ruck(hour: 3)), .reading(reading(hour: 2)), .listening(report(from: "2026-11-20T01:00:00Z")),
      .ruck(ruck(hour: 1)),
    ]
    #expect(await after.pendingItems == expected)
    #expect(try await after.upload(through: server.client()) == UploadSummary(uploaded: 4))
    #expect(
      server.calls == ["POST rucks/batch", "POST reading/sessions/batch", "POST analytics/sessions/batch"])
    #expect(batches.stored["POST rucks/batch"] == ["ruck 2026-11-20T03:00:00Z", "ruck 2026-11-20T01:00:00Z"])
    #expect(try await queue().isEmpty)
  }

  @Test("A later end replaces a queued item, an earlier end does not")
  func extended() async throws {
    let queue = try queue()
    try await queue.enqueue(ruck(minutes: 10))
    #expect(try await queue.enqueue(ruck(minutes: 20, distance: 2_000)).distance == 2_000)
    #expect(try await queue.enqueue(ruck(minutes: 5, distance: 9)).distance == 2_000)
    try await queue.enqueue(reading(minutes: 10))
    #expect(try await queue.enqueue(reading(minutes: 5)) == reading(minutes: 10))
    #expect(try await self.queue().pendingItems == [.ruck(ruck(minutes: 20, distance: 2_000)), .reading(reading())])
  }

  @Test("Sends the same batch with the same key after a lost response and a restart")
  func resentAfterCrash() async throws {
    let first = try queue()
    for hour in 0..<3 { try await first.enqueue(ruck(hour: hour)) }
    server.loseResponses(1)
    await #expect(throws: APIError.networkUnavailable) { try await first.upload(through: server.client()) }
    let second = try queue()
    // Items that are added in the meantime are another batch.
    try await second.enqueue(ruck(hour: 8))
    #expect(try await second.upload(through: server.client()) == UploadSummary(uploaded: 4))
    let keys = server.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
    #expect(batches.stored["POST rucks/batch"]?.count == 4)
  }

  @Test("Sends an item that was extended with another key")
  func anotherKey() async throws {
    let queue = try queue()
    try await queue.enqueue(ruck())
    server.loseResponses(1)
    await #expect(throws: APIError.networkUnavailable) { try await queue.upload(through: server.client()) }
    try await queue.enqueue(ruck(minutes: 30))
    #expect(try await queue.upload(through: server.client()).uploaded == 1)
    #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 2)
  }

  @Test("Keeps items that the server cannot process now, and sends them with another key")
  func processedLater() async throws {
    let queue = try queue()
    try await queue.enqueue(ruck())
    batches.setStatus(503)
    await #expect(throws: APIError.self) { try await queue.upload(through: server.client()) }
    batches.setStatus(200)
    #expect(try await self.queue().upload(through: server.client()).uploaded == 1)
  }

  @Test("Permanently rejected items can be corrected, retried or dismissed")
  func refused() async throws {
    let queue = try queue()
    batches.reject("gone")
    try await queue.enqueue(reading("gone"))
    try await queue.enqueue(reading("gone", hour: 7))
    try await queue.enqueue(reading("w1"))
    #expect(try await queue.upload(through: server.client()) == UploadSummary(uploaded: 1, rejected: 2))
    let rejected = try await self.queue().rejectedItems
    #expect(rejected.map(\.item) == [.reading(reading("gone")), .reading(reading("gone", hour: 7))])
    #expect(rejected[0].errors == [FieldError(field: "workId", message: "is not known")])
    try await queue.correct(rejected[0], as: .reading(reading("w2")))
    try await queue.dismiss(rejected[1])
    #expect(await queue.rejectedItems.isEmpty)
    #expect(try await queue.upload(through: server.client()).uploaded == 1)
    #expect(batches.stored["POST reading/sessions/batch"]?.last == "w2 2026-11-20T09:00:00Z")
  }

  @Test("Keeps all items if writing is not allowed", arguments: [401, 403])
  func kept(status: Int) async throws {
    let queue = try queue()
    try await queue.enqueue(ruck())
    try await queue.enqueue(answer("Female"))
    server.script { _ in .problem(status) }
    await #expect(throws: APIError.self) { try await queue.upload(through: server.client()) }
    #expect(await queue.pendingItems.count == 2)
    #expect(server.requests.map(\.method) == Array(repeating: .post, count: status == 401 ? 1 : 1))
  }

  @Test("Waits for Retry-After, up to a limit", arguments: [429, 503])
  func busy(status: Int) async throws {
    let time = ManualTime()
    let server = ScriptedServer(time: time) { _ in .problem(status, "busy", ["Retry-After": "120"]) }
    let client = server.client()
    let queue = try queue()
    try await queue.enqueue(ruck())
    await #expect(throws: APIError.self) { try await queue.upload(through: client) }
    server.script(batches.script)
    time.advance(bySeconds: 60)
    // Changes of the wall clock have no effect.
    time.setWallClock(instant("2030-01-01T00:00:00Z"))
    await #expect(throws: APIError.rateLimited(retryAfterSeconds: 60)) { try await queue.upload(through: client) }
    #expect(server.requests.count == 1)
    time.advance(bySeconds: 60)
    #expect(try await queue.upload(through: client).uploaded == 1)

    server.script { _ in .problem(status, "busy", ["Retry-After": "99999999"]) }
    try await queue.enqueue(ruck(hour: 1))
    await #expect(throws: APIError.self) { try await queue.upload(through: client) }
    server.script(batches.script)
    time.advance(bySeconds: Limits.longestPauseSeconds)
    #expect(try await queue.upload(through: client).uploaded == 1)
  }

  @Test("An unavailable service does not delay other kinds")
  func unavailableService() async throws {
    let queue = try queue()
    try await queue.enqueue(answer("Female"))
    try await queue.enqueue(ruck())
    let script = batches.script
    server.script { $0.url.path.contains("diversity") ? .problem(500, "away") : script($0) }
    await #expect(throws: APIError.server(status: 500, detail: "away")) {
      try await queue.upload(through: server.client())
    }
    #expect(await queue.pendingItems.map(\.kind) == [.diversity])
  }

  @Test("Sends answers one by one, the latest last")
  func answers() async throws {
    let queue = try queue()
    try await queue.enqueue(answer("Female"))
    try await queue.enqueue(answer("Male", "w2"))
    try await queue.enqueue(answer("Non-binary"))
    server.script { _ in .json(200, DiversityBodies.answer()) }
    #expect(try await queue.upload(through: server.client()).uploaded == 2)
    #expect(server.calls == ["PUT diversity/works/w2/gender", "PUT diversity/works/w1/gender"])
    #expect(server.requests.last?.body == Data(#"{"value":"Non-binary"}"#.utf8))
  }

  @Test("An answer keeps its key after a restart, and is rejected if answered elsewhere")
  func promptAnswers() async throws {
    let first = try queue()
    try await first.enqueue(answer("Female", prompt: "p1"))
    server.script { _ in .json(200, DiversityBodies.answer()) }
    server.loseResponses(1)
    await #expect(throws: APIError.networkUnavailable) { try await first.upload(through: server.client()) }
    server.script { _ in .problem(409, "Answered already") }
    let second = try queue()
    #expect(try await second.upload(through: server.client()) == UploadSummary(rejected: 1))
    #expect(server.calls == ["POST diversity/prompts/p1/answer", "POST diversity/prompts/p1/answer"])
    let keys = server.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] == keys[1])
    #expect(await second.rejectedItems.first?.errors.first?.message == "Answered already")
  }

  @Test("A later value replaces a queued answer and keeps its prompt")
  func promptKept() async throws {
    let queue = try queue()
    try await queue.enqueue(answer("Female", prompt: "p1"))
    let later = try await queue.enqueue(answer("Male"))
    #expect(later.promptId == "p1" && later.value == "Male")
  }

  @Test("Sends reports directly while online, and throws and keeps rejected ones")
  func delivered() async throws {
    let queue = try queue()
    let repository = AnalyticsRepository(client: server.client(), queue: queue)
    server.setOffline(true)
    #expect(try await repository.reportRuck(ruck()) == .queued)
    server.setOffline(false)
    server.script { _ in .problem(422, "too far") }
    let errors = [FieldError(field: "", message: "too far")]
    await #expect(throws: AnalyticsError.request(.validation(errors))) {
      try await repository.reportRuck(self.ruck(hour: 3))
    }
    #expect(await queue.rejectedItems.map(\.item) == [.ruck(ruck(hour: 3))])
    #expect(await queue.pendingItems == [.ruck(ruck())])
  }

  @Test("A new answer does not overtake an older queued one")
  func order() async throws {
    let queue = try queue()
    let diversity = DiversityRepository(client: server.client(), queue: queue)
    server.setOffline(true)
    #expect(try await diversity.report(answer("Female")) == .queued)
    server.setOffline(false)
    server.script { _ in .json(200, DiversityBodies.answer()) }
    #expect(try await diversity.report(answer("Male", "w2")) == .queued)
    #expect(server.calls.suffix(2) == ["PUT diversity/works/w1/gender", "PUT diversity/works/w2/gender"])
    #expect(await queue.isEmpty)
  }

  @Test("The capacity of the queue covers all kinds")
  func bounded() async throws {
    let queue = try queue(capacity: 2)
    try await queue.enqueue(ruck())
    try await queue.enqueue(reading())
    try await queue.enqueue(answer("Female"))
    #expect(await queue.pendingItems.map(\.kind) == [.reading, .diversity])
    #expect(await queue.rejectedItems.map(\.item) == [.ruck(ruck())])
  }
}
