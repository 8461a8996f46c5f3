import Foundation
import Testing

@testable import WaymarkClient

@Suite("Shared requests")
struct SingleFlightTests {
  private let server = TestServer()
  private let gate = Gate()
  private let repository: ReadingJourneyRepository

  init() {
    repository = ReadingJourneyRepository(client: server.client())
    server.hold(at: gate)
  }

  @Test("A hundred concurrent callers share one request")
  func shared() async throws {
    let repository = repository
    let callers = (0..<100).map { _ in Task { try await repository.fetchSummary() } }
    await gate.untilArrived(1)
    gate.open()
    for caller in callers { #expect(try await caller.value.totalStories == 0) }
    #expect(server.requests.count == 1)
  }

  @Test("Cancelling one caller does not cancel the others")
  func cancelledCaller() async throws {
    let repository = repository
    let first = Task { try await repository.fetchSummary() }
    await gate.untilArrived(1)
    let second = Task { try await repository.fetchSummary() }
    first.cancel()
    await #expect(throws: APIError.cancelled) { try await first.value }
    gate.open()
    #expect(try await second.value.totalStories == 0)
  }

  @Test("Cancelling the last caller cancels the request")
  func allCancelled() async throws {
    let repository = repository
    let callers = (0..<3).map { _ in Task { try await repository.fetchSummary() } }
    await gate.untilArrived(1)
    for caller in callers { caller.cancel() }
    for caller in callers { await #expect(throws: APIError.cancelled) { try await caller.value } }
    gate.open()
    #expect(try await repository.fetchSummary().freshness == .live)
  }

  @Test("A forced refresh does not join a request in flight")
  func forced() async throws {
    let repository = repository
    let plain = Task { try await repository.fetchSummary() }
    await gate.untilArrived(1)
    let forced = Task { try await repository.fetchSummary(forceRefresh: true) }
    await gate.untilArrived(2)
    gate.open()
    _ = try await (plain.value, forced.value)
    #expect(server.requests.map { $0.headers["Cache-Control"] }.sorted { $0 ?? "" < $1 ?? "" } == [nil, "no-cache"])
  }

  @Test("A read after a write does not join an earlier request")
  func writeBetween() async throws {
    let repository = repository
    server.addStory("s1")
    let early = Task { try await repository.fetchSummary() }
    await gate.untilArrived(1)
    let write = Task {
      try await repository.write { client throws(APIError) in
        try await client.saveStory("s2", StoryDraft(title: "Two", estimatedDuration: 60))
      }
    }
    await gate.untilArrived(2)
    gate.open()
    _ = try await (early.value, write.value)
    #expect(try await repository.fetchSummary().totalStories == 2)
    #expect(server.requests.count == 3)
  }

  @Test("A sign-out cancels requests in flight and stores nothing")
  func signOut() async throws {
    let scratch = try ScratchDirectory()
    let repository = ReadingJourneyRepository(client: server.client(), lastKnown: scratch.answers)
    let caller = Task { try await repository.fetchSummary() }
    await gate.untilArrived(1)
    await repository.discardEverything()
    await #expect(throws: APIError.cancelled) { try await caller.value }
    gate.open()
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await repository.fetchSummary() }
  }
}
