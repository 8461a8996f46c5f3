import API
import Domain
import Proto
import Testing

@testable import DiversitySvc

@Suite("Decisions against a journal that moves")
struct DecisionTests {
  private func set(
    _ value: String, by client: Client<DiversityAPI>, key: String? = nil
  ) async throws(Fault) -> Written<DiversityAnswer> {
    try await client.call(
      DiversityAPI.SetValue(workId: "w", dimension: "gender", value: value), meta: CallMeta(user: "ada", key: key))
  }

  @Test("A decision that the journal has moved past is made again, on what is new")
  func movedOn() async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    bench.refuse(with: [.versionMoved, .versionMoved])
    #expect(try await set("Female", by: client).value.pointsAwarded == 5)
    #expect(bench.decisions == 3)
  }

  @Test("One that is passed again and again is unavailable after a few tries, and says nothing of versions")
  func movedForEver() async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    bench.refuse(with: Array(repeating: .versionMoved, count: 1_000))
    let fault = await #expect(throws: Fault.self) { try await set("Female", by: client) }
    #expect(fault?.code == .unavailable && fault?.detail == nil)
    #expect(bench.decisions == DiversityLimits.attempts)
  }

  @Test(
    "Any other refusal is passed on as it is, and not tried again",
    arguments: [
      Fault(.conflict, "points were given for this field before"),
      Fault(.conflict, "kept", detail: RawCBOR(bytes: [0xA1, 0x66] + Array("reason".utf8) + [0x61, 0x78])),
      Fault(.overloaded, "too much is waiting to be stored"), Fault(.unavailable, "the disk is full"),
      Fault(.invalid, "wrong", fields: [Fault.Field(field: "value", message: "wrong")]),
    ])
  func otherRefusals(refusal: Fault) async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    bench.refuse(with: [refusal])
    #expect(await #expect(throws: Fault.self) { try await set("Female", by: client) } == refusal)
    #expect(bench.decisions == 1)
    _ = try await set("Female", by: client)
  }

  @Test("Of many at once in one process each decides on what the last has left, at its first try")
  func manyAtOnce() async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    let values = ["Female", "Male", "Non-binary"]
    let points = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask { try await set(values[number % 3], by: client).value.pointsAwarded }
      }
      return try await group.reduce(0, +)
    }
    #expect(points == 5, "points come once")
    #expect(bench.decisions <= 60, "no decision had to be made again")
  }

  @Test("A retry with its key gets the first answer, whatever was decided since")
  func keys() async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    let first = try await set("Female", by: client, key: "k")
    _ = try await set("Male", by: client)
    let again = try await set("Female", by: client, key: "k")
    #expect(!first.replayed && again.replayed && again.value == first.value)
  }

  @Test("What another process decides about the work in between is seen: the decision is made again, from both")
  func anotherProcess() async throws {
    let bench = try await DecisionBench()
    let (client, other) = (try await bench.client(), try await bench.client())
    bench.meanwhile { [self] in
      let first = try await set("Male", by: other)
      #expect(first.value.pointsAwarded == 5)
    }
    let written = try await set("Female", by: client)
    #expect(written.value.pointsAwarded == 0 && written.value.curatorPoints == 5, "points come once")
    #expect(bench.decisions == 3, "that of the other process, the one it passed, and that one made again")
    for reader in [client, other] {
      let work = try await reader.call(DiversityAPI.FetchWork(workId: "w"), meta: CallMeta(user: "ada"))
      #expect(work.values == ["gender": "Female"])
    }
  }

  @Test("A work that is deleted in between is not found, and nothing is said of it")
  func deletedMeanwhile() async throws {
    let bench = try await DecisionBench()
    let client = try await bench.client()
    bench.refuse(with: [.versionMoved])
    bench.meanwhile { [session = bench.session] in
      _ = try await session.call(SessionAPI.DeleteWork(id: "w"), meta: CallMeta(user: "ada"))
    }
    #expect(await #expect(throws: Fault.self) { try await set("Female", by: client) }?.code == .notFound)
    #expect(bench.decisions == 1)
    let points = try await client.call(DiversityAPI.FetchPoints(), meta: CallMeta(user: "ada"))
    #expect(points.curatorPoints == 0)
  }

  @Test("Of two with one key at once, in two processes, one decides and the other gets its answer")
  func oneKeyInTwoProcesses() async throws {
    let bench = try await DecisionBench()
    let (client, other) = (try await bench.client(), try await bench.client())
    bench.meanwhile { [self] in _ = try await set("Female", by: other, key: "k") }
    let written = try await set("Female", by: client, key: "k")
    #expect(written.replayed && written.value.pointsAwarded == 5)
  }
}
