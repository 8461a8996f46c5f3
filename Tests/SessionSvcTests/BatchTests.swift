import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite struct BatchTests {
  private static func raw(_ value: some Encodable) throws -> RawCBOR {
    RawCBOR(bytes: try CBOREncoder.encode(value))
  }

  @Test("Each report of a batch has its own result")
  func mixed() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let good = ListeningTests.report()
    let items = [
      try Self.raw(good), try Self.raw(5), try Self.raw("text"), try Self.raw([1, 2]), RawCBOR(bytes: [0xF6]),
      try Self.raw(["storyId": "moon"]), try Self.raw(good), try Self.raw(ListeningTests.report(400)),
      try Self.raw(ListeningTests.report(story: "no")),
      try Self.raw(ListeningTests.report(story: "moon\0")),
      RawCBOR(bytes: [0xA1, 0x69] + Array("startedAt".utf8) + [0x01]),
      try Self.raw(ListeningTests.report(start: ListeningTests.start + 1)),
    ]
    let written = try await rig.handlers.recordListeningBatch(.init(sessions: items), ada)
    let results = written.value.results
    #expect(!written.created)
    #expect(results.map(\.status) == [201, 422, 422, 422, 422, 422, 200, 200, 422, 422, 422, 201])
    for result in results {
      #expect((result.status == 422) == (result.error != nil))
      #expect((result.status == 422) == (result.session == nil))
      #expect(result.error?.status ?? 422 == 422)
      #expect(result.error?.detail.isEmpty != true)
      #expect(result.error?.errors?.isEmpty != true)
    }
    #expect(results[5].error?.errors?.map(\.field) == ["completed", "startedAt", "endedAt"])
    #expect(results[8].error?.errors?.map(\.field) == ["storyId"])
    #expect(results[9].error?.errors?.map(\.field) == ["storyId"])
    #expect(results[7].session?.duration == 400)
    #expect(try await rig.handlers.listListeningSessions(.init(), ada).decoded().items.count == 2)
    #expect(try await rig.head().seq == 6)
  }

  @Test("Accepts five hundred reports and rejects one more")
  func size() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let items = try (Int64(0)..<500).map { try Self.raw(ListeningTests.report(10, start: ListeningTests.start + $0)) }
    let rejected = await fault {
      _ = try await rig.handlers.recordListeningBatch(.init(sessions: items + [items[0]]), ada)
    }
    #expect(rejected?.fields?.map(\.field) == ["sessions"])
    let written = try await rig.handlers.recordListeningBatch(.init(sessions: items), ada)
    #expect(written.value.results.allSatisfy { $0.status == 201 })
    #expect(try await rig.handlers.recordListeningBatch(.init(sessions: []), ada).value.results.isEmpty)
  }
}
