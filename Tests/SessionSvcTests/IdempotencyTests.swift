import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite struct IdempotencyTests {
  private static func keyed(_ key: String, _ body: [UInt8] = [1], user: String = "ada") -> CallerContext {
    CallerContext(user: user, key: key, digest: SHA256.hash(body))
  }

  @Test("The same key and body return the first response")
  func replay() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let first = try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k"))
    _ = try await rig.handlers.deleteListeningSession(.init(id: first.value.id), ada)
    _ = try await rig.handlers.deleteStory(.init(id: "moon"), ada)
    let head = try await rig.head()
    let again = try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k"))
    #expect(again.replayed && again.created)
    #expect(again.value == first.value)
    #expect(try await rig.head() == head)
  }

  @Test("Rejects another body with the same key; keys belong to a user and method")
  func scope() async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    _ = try await rig.begin("bob")
    _ = try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k"))
    let rejected = await fault {
      _ = try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k", [2]))
    }
    #expect(rejected?.code == .invalid)
    #expect(rejected?.fields?.map(\.field) == ["Idempotency-Key"])
    #expect(try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k", [2], user: "bob")).created)
    let batch = try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("k", [3]))
    #expect(!batch.replayed)
    #expect(try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("k", [3])).replayed)
  }

  @Test("Rejections are not kept")
  func failures() async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    let call = ListeningTests.report(story: "sun")
    #expect(await fault { _ = try await rig.handlers.recordListening(call, Self.keyed("k")) }?.code == .invalid)
    _ = try await rig.handlers.saveStory(
      .init(id: "sun", title: "Sun", estimatedDuration: 600), CallerContext(user: "ada"))
    let written = try await rig.handlers.recordListening(call, Self.keyed("k"))
    #expect(written.created && !written.replayed)
  }

  @Test("One of several concurrent equal calls runs, and all get its response")
  func twins() async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    let answers = try await withThrowingTaskGroup(of: Written<SessionAPI.ListeningSessionReply>.self) { group in
      for _ in 0..<50 {
        group.addTask { try await rig.handlers.recordListening(ListeningTests.report(), Self.keyed("k")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { !$0.replayed }.count == 1)
    #expect(answers.allSatisfy { $0.created && $0.value == answers[0].value })
    #expect(try await rig.head().seq == 4)
  }

  @Test("A response is kept for a day and then removed in batches")
  func purge() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = ada
    for n in 0..<3 {
      _ = try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("old \(n)"))
    }
    rig.clock.now = rig.clock.now + 86_400
    try await rig.handlers.purgeKeys()
    #expect(try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("old 0")).replayed)
    _ = try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("new"))
    rig.clock.now = rig.clock.now + 3_601
    try await rig.handlers.purgeKeys()
    #expect(try await !rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("old 0")).replayed)
    #expect(try await rig.handlers.recordListeningBatch(.init(sessions: []), Self.keyed("new")).replayed)
  }

  @Test("Keeps a response of another service, and the first of two wins")
  func keptAnswers() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.begin("bob")
    func keep(_ answer: UInt8, _ caller: CallerContext) async throws -> (Bool, [UInt8]) {
      let kept = try await rig.handlers.keepReply(.init(method: "m", answer: RawCBOR(bytes: [answer])), caller)
      return (kept.replayed, kept.answer.bytes)
    }
    let head = try await rig.head()
    #expect(try await rig.handlers.fetchKeptReply(.init(method: "m"), Self.keyed("k")).answer == nil)
    #expect(try await keep(1, Self.keyed("k")) == (false, [1]))
    #expect(try await keep(2, Self.keyed("k")) == (true, [1]))
    #expect(try await rig.handlers.fetchKeptReply(.init(method: "m"), Self.keyed("k")).answer == [1])
    #expect(try await rig.handlers.fetchKeptReply(.init(method: "n"), Self.keyed("k")).answer == nil)
    #expect(try await keep(3, Self.keyed("k", user: "bob")) == (false, [3]))
    for other in [Self.keyed("k", [2])] {
      #expect(await fault { _ = try await keep(4, other) }?.fields?.map(\.field) == ["Idempotency-Key"])
      #expect(await fault { _ = try await rig.handlers.fetchKeptReply(.init(method: "m"), other) }?.code == .invalid)
    }
    #expect(await fault { _ = try await keep(5, ada) }?.code == .invalid)
    #expect(try await rig.head() == head)
    #expect(try await rig.handlers.database.read { try FormAudit(now: rig.clock.now, $0).findings }.isEmpty)
  }
}
