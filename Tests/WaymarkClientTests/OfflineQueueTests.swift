import Foundation
import Testing

@testable import WaymarkClient

@Suite("Offline queue")
struct OfflineQueueTests {
  private let server = TestServer()
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    server.addStory("s1")
    server.addStory("s2")
  }

  private func queue(capacity: Int = Limits.pendingSessions) throws -> OfflineQueue {
    try OfflineQueue(file: scratch.queueFile, capacity: capacity)
  }

  @Test("Sessions survive a restart in their order")
  func restart() async throws {
    let reports = (0..<5).map { report(from: "2026-11-20T0\(9 - $0):00:00Z") }
    let before = try queue()
    for report in reports { try await before.enqueue(report) }
    #expect(try await queue().pending == reports)
  }

  @Test("Merges reports of one session: the later end wins, completed stays")
  func extensions() async throws {
    let queue = try queue()
    try await queue.enqueue(report(seconds: 60, completed: true))
    try await queue.enqueue(report(seconds: 120, duration: 90))
    try await queue.enqueue(report(seconds: 30, duration: 5))
    try await queue.enqueue(report("s2", seconds: 30))
    let kept = report(seconds: 120, completed: true, duration: 90)
    #expect(await queue.pending == [kept, report("s2", seconds: 30)])
    #expect(try await self.queue().pending.first == kept)
  }

  @Test("A complete upload empties the queue and keeps the order")
  func upload() async throws {
    let queue = try queue()
    for hour in 0..<9 { try await queue.enqueue(report(from: "2026-11-20T0\(hour):00:00Z")) }
    let summary = try await queue.upload(through: server.client())
    #expect(summary == UploadSummary(uploaded: 9))
    #expect(server.sessions.count == 9)
    #expect(await queue.pending.isEmpty)
    #expect(try await self.queue().pending.isEmpty)
    #expect(server.paths == ["/api/v1/analytics/sessions/batch"])
  }

  @Test("Sends more than 500 sessions in several batches")
  func batches() async throws {
    let queue = try queue()
    let start = instant("2026-11-01T00:00:00Z")
    let reports = (0..<1201).map { number in
      let begin = start + Double(number) * 600
      return SessionReport(storyId: "s1", startedAt: begin, endedAt: begin + 60, completed: true)
    }
    try await queue.change { _ in reports.map(QueueRecord.put) }
    #expect(try await queue.upload(through: server.client()).uploaded == 1201)
    let sent = try server.requests.map { request in
      try WireFormat.decode([String: [SessionReport]].self, from: request.body ?? Data())["sessions"] ?? []
    }
    #expect(sent.map(\.count) == [500, 500, 201])
    #expect(sent.flatMap(\.self) == reports)
  }

  @Test("Keeps rejected sessions with their errors and does not send them again")
  func refused() async throws {
    let queue = try queue()
    try await queue.enqueue(report())
    try await queue.enqueue(report("gone"))
    #expect(try await queue.upload(through: server.client()) == UploadSummary(uploaded: 1, rejected: 1))
    let rejection = try #require(await queue.rejected.first)
    #expect(rejection.report == report("gone"))
    #expect(rejection.errors == [FieldError(field: "storyId", message: "is not known")])
    #expect(try await queue.upload(through: server.client()) == UploadSummary())
    #expect(server.requests.count == 1)
    #expect(try await self.queue().rejected == [rejection])

    server.addStory("gone")
    try await queue.retry(rejection)
    #expect(await queue.rejected.isEmpty)
    #expect(try await queue.upload(through: server.client()).uploaded == 1)
    #expect(server.sessions.count == 2)
  }

  @Test("A rejected session can be dismissed")
  func dismissed() async throws {
    let queue = try queue()
    try await queue.enqueue(report("gone"))
    try await queue.upload(through: server.client())
    for rejection in await queue.rejected { try await queue.dismiss(rejection) }
    #expect(try await self.queue().rejected.isEmpty)
  }

  @Test("Finds the session that makes the server reject a whole batch")
  func poison() async throws {
    let queue = try queue()
    for hour in 0..<4 { try await queue.enqueue(report(from: "2026-11-20T0\(hour):00:00Z")) }
    server.addStory("s1")
    server.rejectBatches(containing: instant("2026-11-20T02:00:00Z"))
    #expect(try await queue.upload(through: server.client()) == UploadSummary(uploaded: 3, rejected: 1))
    #expect(server.sessions.count == 3)
    #expect(await queue.rejected.map(\.report.startedAt) == [instant("2026-11-20T02:00:00Z")])
    #expect(await queue.rejected.first?.errors.first?.message == "rejected")
  }

  @Test("Keeps all sessions if the upload fails", arguments: [APIError.networkUnavailable, .unauthorized])
  func stays(error: APIError) async throws {
    let queue = try queue()
    try await queue.enqueue(report())
    if error == .networkUnavailable { server.setOffline(true) } else { server.allow(token: "other") }
    await #expect(throws: error) { try await queue.upload(through: server.client()) }
    #expect(await queue.pending == [report()])
  }

  @Test("Keeps all sessions if another server responds")
  func captivePortal() async throws {
    let queue = try queue()
    try await queue.enqueue(report())
    server.failNext(.respond(HTTPResponse(status: 200, body: Data("<html>Sign in to this hotel".utf8))))
    await #expect(throws: APIError.self) { try await queue.upload(through: server.client()) }
    server.failNext(.respond(.json(200, #"{"results":[]}"#)))
    await #expect(throws: APIError.self) { try await queue.upload(through: server.client()) }
    #expect(await queue.pending == [report()])
  }

  @Test("Sessions count once even if a crash makes the app send them twice")
  func crash() async throws {
    let first = try queue()
    try await first.enqueue(report(seconds: 90))
    let saved = try Data(contentsOf: scratch.queueFile)
    try await first.upload(through: server.client())
    try saved.write(to: scratch.queueFile)
    let second = try queue()
    #expect(await second.pending.count == 1)
    try await second.upload(through: server.client())
    #expect(server.sessions.map(\.duration) == [90])
  }

  @Test("Sends a session again if it is extended while it is in flight")
  func extendedMeanwhile() async throws {
    let queue = try queue()
    let gate = Gate()
    server.hold(at: gate)
    try await queue.enqueue(report(seconds: 60))
    let client = server.client()
    let upload = Task { try await queue.upload(through: client) }
    await gate.untilArrived(1)
    try await queue.enqueue(report(seconds: 180))
    gate.open()
    _ = try await upload.value
    #expect(server.sessions.map(\.duration) == [180])
    #expect(await queue.pending.isEmpty)
  }

  @Test("Concurrent uploads share one upload")
  func sharedUpload() async throws {
    let queue = try queue()
    let gate = Gate()
    server.hold(at: gate)
    try await queue.enqueue(report())
    let client = server.client()
    let uploads = (0..<2).map { _ in Task { try await queue.upload(through: client) } }
    await gate.untilArrived(1)
    gate.open()
    for upload in uploads { _ = try await upload.value }
    #expect(server.requests.count == 1)
  }

  @Test("A full queue rejects its oldest session")
  func bounded() async throws {
    let queue = try queue(capacity: 3)
    for hour in 0..<5 { try await queue.enqueue(report(from: "2026-11-20T0\(hour):00:00Z")) }
    #expect(await queue.pending.map(\.startedAt) == (2..<5).map { instant("2026-11-20T0\($0):00:00Z") })
    #expect(await queue.rejected.map(\.report.startedAt) == (0..<2).map { instant("2026-11-20T0\($0):00:00Z") })
  }

  @Test("The queue is empty after a sign-out")
  func signOut() async throws {
    let queue = try queue()
    try await queue.enqueue(report())
    try await queue.removeAll()
    #expect(await queue.pending.isEmpty)
    #expect(try await self.queue().pending.isEmpty)
  }
}
