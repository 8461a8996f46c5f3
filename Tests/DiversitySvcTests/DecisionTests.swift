import API
import Domain
import Proto
import Testing

@testable import DiversitySvc

@Suite("Decisions with concurrent writes")
struct DecisionTests {
  private func set(
    _ value: String, by client: Client<DiversityAPI>, key: String? = nil
  ) async throws(Fault) -> Written<DiversityAnswer> {
    try await client.call(
      DiversityAPI.SetValue(workId: "w", dimension: "gender", value: value), meta: CallMeta(user: "ada", key: key))
  }

  @Test("Repeats a decision that is based on an old version")
  func movedOn() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    harness.reject(with: [.versionMoved, .versionMoved])
    #expect(try await set("Female", by: client).value.pointsAwarded == 5)
    #expect(harness.decisions == 3)
  }

  @Test("Is unavailable after a few attempts, without revealing versions")
  func movedForEver() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    harness.reject(with: Array(repeating: .versionMoved, count: 1_000))
    let fault = await #expect(throws: Fault.self) { try await set("Female", by: client) }
    #expect(fault?.code == .unavailable && fault?.detail == nil)
    #expect(harness.decisions == DiversityLimits.attempts)
  }

  @Test(
    "Returns other faults unchanged without another attempt",
    arguments: [
      Fault(.conflict, "points were already given for this field"),
      Fault(.conflict, "kept", detail: RawCBOR(bytes: [0xA1, 0x66] + Array("reason".utf8) + [0x61, 0x78])),
      Fault(.overloaded, "too many writes are queued; retry later"), Fault(.unavailable, "the disk is full"),
      Fault(.invalid, "wrong", fields: [Fault.Field(field: "value", message: "wrong")]),
    ])
  func otherRejections(rejection: Fault) async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    harness.reject(with: [rejection])
    #expect(await #expect(throws: Fault.self) { try await set("Female", by: client) } == rejection)
    #expect(harness.decisions == 1)
    _ = try await set("Female", by: client)
  }

  @Test("Concurrent decisions in one process take turns and need one attempt each")
  func manyAtOnce() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    let values = ["Female", "Male", "Non-binary"]
    let points = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask { try await set(values[number % 3], by: client).value.pointsAwarded }
      }
      return try await group.reduce(0, +)
    }
    #expect(points == 5, "points are given once")
    #expect(harness.decisions <= 60, "no decision was repeated")
  }

  @Test("A retry with the same key gets the first response, regardless of later decisions")
  func keys() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    let first = try await set("Female", by: client, key: "k")
    _ = try await set("Male", by: client)
    let again = try await set("Female", by: client, key: "k")
    #expect(!first.replayed && again.replayed && again.value == first.value)
  }

  @Test("A decision by another process causes a retry that includes it")
  func anotherProcess() async throws {
    let harness = try await DecisionHarness()
    let (client, other) = (try await harness.client(), try await harness.client())
    harness.meanwhile { [self] in
      let first = try await set("Male", by: other)
      #expect(first.value.pointsAwarded == 5)
    }
    let written = try await set("Female", by: client)
    #expect(written.value.pointsAwarded == 0 && written.value.curatorPoints == 5, "points are given once")
    #expect(harness.decisions == 3, "the other process's decision, the one it overtook, and its retry")
    for reader in [client, other] {
      let work = try await reader.call(DiversityAPI.FetchWork(workId: "w"), meta: CallMeta(user: "ada"))
      #expect(work.values == ["gender": "Female"])
    }
  }

  @Test("A work that is deleted meanwhile is not found, and nothing is written")
  func deletedMeanwhile() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    harness.reject(with: [.versionMoved])
    harness.meanwhile { [session = harness.session] in
      _ = try await session.call(SessionAPI.DeleteWork(id: "w"), meta: CallMeta(user: "ada"))
    }
    #expect(await #expect(throws: Fault.self) { try await set("Female", by: client) }?.code == .notFound)
    #expect(harness.decisions == 1)
    let points = try await client.call(DiversityAPI.FetchPoints(), meta: CallMeta(user: "ada"))
    #expect(points.curatorPoints == 0)
  }

  @Test("Two concurrent calls with the same key in two processes get the response of one decision")
  func oneKeyInTwoProcesses() async throws {
    let harness = try await DecisionHarness()
    let (client, other) = (try await harness.client(), try await harness.client())
    harness.meanwhile { [self] in _ = try await set("Female", by: other, key: "k") }
    let written = try await set("Female", by: client, key: "k")
    #expect(written.replayed && written.value.pointsAwarded == 5)
  }
}
