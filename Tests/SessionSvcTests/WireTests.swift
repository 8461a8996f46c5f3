import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite struct WireTests {
  @Test("Serves and describes the calls over frames")
  func frames() async throws {
    let rig = try SessionRig()
    let loop = try Loop.spawn()
    let router = Router(service: SessionAPI.service)
    SessionRoutes.register(on: router, of: rig.handlers)
    let methods = router.methods
    #expect(methods.count >= 24 && Set(methods).count == methods.count)
    let client = Client<SessionAPI>.inProcess(loop: loop, router: router)
    let ada = CallMeta(user: "ada", key: "POST /sessions\nk", digest: [1, 2])
    _ = try await client.call(SessionAPI.SaveStory(id: "moon", title: "Moon", estimatedDuration: 600), meta: ada)
    let first = try await client.call(ListeningTests.report(), meta: ada)
    let again = try await client.call(ListeningTests.report(), meta: ada)
    #expect(first.created && !first.replayed && again.replayed)
    #expect(first.value == again.value)
    let item = RawCBOR(bytes: try CBOREncoder.encode(ListeningTests.report(600)))
    let batch = try await client.call(SessionAPI.RecordListeningBatch(sessions: [item]), meta: CallMeta(user: "ada"))
    #expect(batch.value.results.map(\.status) == [200])
    let rejected = await fault { _ = try await client.call(ListeningTests.report(-1), meta: CallMeta(user: "ada")) }
    #expect(rejected?.fields?.map(\.field) == ["endedAt"])
    #expect(await fault { _ = try await client.call(ListeningTests.report()) }?.code == .unauthenticated)
    let heads = try await client.call(SessionAPI.FetchHeads(users: ["ada"]))
    #expect(heads.heads.map(\.seq) == [4])
    loop.stop()
  }

  @Test("A patch keeps absent members, clears null ones, and reports wrong types by path")
  func patches() throws {
    func decoded(_ members: [String: Int?]) throws -> SessionAPI.PatchListeningSession {
      var writer: [UInt8] =
        [0xA1 + UInt8(members.count)] + (try CBOREncoder.encode("id")) + (try CBOREncoder.encode("x"))
      for (key, value) in members { writer += try CBOREncoder.encode(key) + CBOREncoder.encode(value) }
      return try CBORDecoder.decode(SessionAPI.PatchListeningSession.self, from: writer)
    }
    let absent = try decoded([:])
    #expect(absent.endedAt == .unchanged && absent.completed == .unchanged && absent.duration == .unchanged)
    let null = try decoded(["endedAt": nil, "completed": nil, "duration": nil])
    #expect(null.endedAt == .cleared && null.completed == .cleared && null.duration == .cleared)
    #expect(try decoded(["duration": 12]).duration == .set(12))
    let wrong = #expect(throws: Fault.self) { try decoded(["completed": 1]) }
    #expect(wrong?.fields?.map(\.field) == ["completed"])
  }
}
