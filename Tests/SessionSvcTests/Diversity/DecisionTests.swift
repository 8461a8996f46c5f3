import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

/// What a view has decided, on its way into the journal.
struct DecisionTests {
  private static let answer = RawCBOR(bytes: [0x01])

  private func rig() async throws -> SessionRig {
    let rig = try SessionRig()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "W")), Caller(user: "ada"))
    return rig
  }

  private func decision(
    _ value: String, version: Int, points: Int = 0, of workId: String = "w"
  ) throws -> SessionAPI.AppendDecision {
    let event = Event.diversity(
      .valueSet(
        DiversityValueSet(
          workId: workId, dimension: .gender, value: value, points: points, at: at("2026-11-20T10:00:00Z"))))
    return SessionAPI.AppendDecision(
      method: "test", workId: "w", version: version, events: [RawCBOR(bytes: try CBOREncoder.encode(event))],
      answer: Self.answer)
  }

  @Test("A caller that has not seen all that was decided about the work gets a conflict, and nothing is written")
  func conflict() async throws {
    let rig = try await rig()
    let ada = Caller(user: "ada")
    _ = try await rig.handlers.appendDecision(decision("Female", version: 0, points: 5), ada)
    let before = try await rig.head()
    let refusal = await fault { _ = try await rig.handlers.appendDecision(try decision("Male", version: 0), ada) }
    #expect(refusal == .versionMoved && refusal?.isVersionMoved == true)
    #expect(try await rig.head() == before)
    _ = try await rig.handlers.appendDecision(decision("Male", version: 1), ada)
    #expect(try await rig.events().count == 4)
  }

  @Test("Points for a field come once, whatever a view believes")
  func award() async throws {
    let rig = try await rig()
    let ada = Caller(user: "ada")
    _ = try await rig.handlers.appendDecision(decision("Female", version: 0, points: 5), ada)
    let before = try await rig.head()
    let refusal = await fault {
      _ = try await rig.handlers.appendDecision(try decision("Male", version: 1, points: 5), ada)
    }
    #expect(refusal?.code == .conflict && refusal?.isVersionMoved == false, "another try would not help")
    #expect(try await rig.head() == before)
  }

  @Test("A key brings the first answer back, and with another body a refusal")
  func keys() async throws {
    let rig = try await rig()
    let keyed = Caller(user: "ada", key: "k", digest: [1])
    #expect(try await rig.handlers.fetchAnswer(.init(method: "test"), keyed).answer == nil)
    let first = try await rig.handlers.appendDecision(decision("Female", version: 0), keyed)
    let again = try await rig.handlers.appendDecision(decision("Male", version: 7), keyed)
    #expect(!first.replayed && again.replayed && again.answer == Self.answer)
    #expect(try await rig.handlers.fetchAnswer(.init(method: "test"), keyed).answer == Self.answer.bytes)
    let other = Caller(user: "ada", key: "k", digest: [2])
    #expect(await fault { _ = try await rig.handlers.fetchAnswer(.init(method: "test"), other) }?.code == .invalid)
    #expect(
      await fault { _ = try await rig.handlers.appendDecision(try decision("Male", version: 1), other) }?.code
        == .invalid)
  }

  @Test("A decision is about its own work and about diversity alone")
  func scope() async throws {
    let rig = try await rig()
    let ada = Caller(user: "ada")
    #expect(
      await fault { _ = try await rig.handlers.appendDecision(try decision("Male", version: 0, of: "v"), ada) }?.code
        == .invalid)
    let removal = Event.reading(.workRemoved(WorkRemoved(work: Work(id: "w", title: "W"))))
    let call = SessionAPI.AppendDecision(
      method: "test", workId: "w", version: 0, events: [RawCBOR(bytes: try CBOREncoder.encode(removal))],
      answer: Self.answer)
    #expect(await fault { _ = try await rig.handlers.appendDecision(call, ada) }?.code == .invalid)
    #expect(try await rig.events().count == 2)
  }
}
