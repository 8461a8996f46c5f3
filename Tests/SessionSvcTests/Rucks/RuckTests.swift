import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Ruck ids")
struct RuckTests {
  private static let start = at("2026-01-01T10:00:00Z")

  private func call(id: String? = nil, after seconds: Int64 = 0) throws -> SessionAPI.RecordRuck {
    let start = Self.start + seconds
    var call = SessionAPI.RecordRuck(Ruck(startedAt: start, endedAt: start + 60, distance: 100, loadWeight: 10))
    call.id = id
    return call
  }

  @Test(
    "Rejects the paths below /rucks as ids",
    arguments: [
      "analytics", "records", "weekly", "streak", "breakdown", "batch", "weekly.svg", "analytics.", "batch.a.b",
    ])
  func paths(id: String) async throws {
    let rig = try SessionRig()
    let rejected = await fault { _ = try await rig.handlers.recordRuck(try call(id: id), CallerContext(user: "ada")) }
    #expect(rejected?.code == .invalid && rejected?.fields?.map(\.field) == ["id"])
  }

  @Test("Accepts ids that only resemble a path", arguments: ["Analytics", "weekly-1", "my.weekly", "batch2"])
  func others(id: String) async throws {
    let rig = try SessionRig()
    #expect(try await rig.handlers.recordRuck(try call(id: id), CallerContext(user: "ada")).value.id == id)
  }

  @Test("A ruck without an id gets an unused one and keeps it")
  func made() async throws {
    let rig = try SessionRig()
    let ada = CallerContext(user: "ada")
    let derived = Ruck.id(startedAt: Self.start)
    _ = try await rig.handlers.recordRuck(try call(id: derived, after: 3_600), ada)
    let made = try await rig.handlers.recordRuck(try call(), ada)
    #expect(made.created && made.value.id != derived && made.value.id.hasPrefix(derived))
    #expect(TextRules.isObjectId(made.value.id))
    let again = try await rig.handlers.recordRuck(try call(), ada)
    #expect(!again.created && again.value.id == made.value.id)
    #expect(try await rig.handlers.fetchRuck(.init(id: made.value.id), ada).startedAt == Self.start)
    let stolen = await fault { _ = try await rig.handlers.recordRuck(try call(id: derived, after: 7_200), ada) }
    #expect(stolen?.code == .conflict)
  }
}
