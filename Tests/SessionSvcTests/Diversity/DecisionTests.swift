import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

/// Decisions of a view, which are appended to the journal.
struct DecisionTests {
  private static let answer = RawCBOR(bytes: [0x01])

  private func rig() async throws -> SessionRig {
    let rig = try SessionRig()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "W")), CallerContext(user: "ada"))
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

  @Test("A stale version is a conflict and writes nothing")
  func conflict() async throws {
    let rig = try await rig()
    let ada = CallerContext(user: "ada")
    _ = try await rig.handlers.appendDecision(decision("Female", version: 0, points: 5), ada)
    let before = try await rig.head()
    let rejection = await fault { _ = try await rig.handlers.appendDecision(try decision("Male", version: 0), ada) }
    #expect(rejection == .versionMoved && rejection?.isVersionMoved == true)
    #expect(try await rig.head() == before)
    _ = try await rig.handlers.appendDecision(decision("Male", version: 1), ada)
    #expect(try await rig.events().count == 4)
  }

  @Test("Points for a field are given only once")
  func award() async throws {
    let rig = try await rig()
    let ada = CallerContext(user: "ada")
    _ = try await rig.handlers.appendDecision(decision("Female", version: 0, points: 5), ada)
    let before = try await rig.head()
    let rejection = await fault {
      _ = try await rig.handlers.appendDecision(try decision("Male", version: 1, points: 5), ada)
    }
    #expect(rejection?.code == .conflict && rejection?.isVersionMoved == false, "another try would not help")
    #expect(try await rig.head() == before)
  }

  @Test("A repeated key returns the first response, and rejects a different body")
  func keys() async throws {
    let rig = try await rig()
    let keyed = CallerContext(user: "ada", key: "k", digest: [1])
    #expect(try await rig.handlers.fetchKeptReply(.init(method: "test"), keyed).answer == nil)
    let first = try await rig.handlers.appendDecision(decision("Female", version: 0), keyed)
    let again = try await rig.handlers.appendDecision(decision("Male", version: 7), keyed)
    #expect(!first.replayed && again.replayed && again.answer == Self.answer)
    #expect(try await rig.handlers.fetchKeptReply(.init(method: "test"), keyed).answer == Self.answer.bytes)
    let other = CallerContext(user: "ada", key: "k", digest: [2])
    #expect(await fault { _ = try await rig.handlers.fetchKeptReply(.init(method: "test"), other) }?.code == .invalid)
    #expect(
      await fault { _ = try await rig.handlers.appendDecision(try decision("Male", version: 1), other) }?.code
        == .invalid)
  }

  @Test("Rejects events of other works and subjects")
  func scope() async throws {
    let rig = try await rig()
    let ada = CallerContext(user: "ada")
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
