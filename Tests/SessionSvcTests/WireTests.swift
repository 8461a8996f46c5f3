import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite struct WireTests {
  @Test("The calls are answered over frames, and describe themselves")
  func frames() async throws {
    let rig = try SessionRig()
    let loop = try Loop.spawn()
    let router = Router(service: SessionAPI.service)
    rig.handlers.register(on: router)
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
    let batch = try await client.call(SessionAPI.RecordSessions(sessions: [item]), meta: CallMeta(user: "ada"))
    #expect(batch.value.results.map(\.status) == [200])
    let refused = await fault { _ = try await client.call(ListeningTests.report(-1), meta: CallMeta(user: "ada")) }
    #expect(refused?.fields?.map(\.field) == ["endedAt"])
    #expect(await fault { _ = try await client.call(ListeningTests.report()) }?.code == .unauthenticated)
    let heads = try await client.call(SessionAPI.FetchHeads(users: ["ada"]))
    #expect(heads.heads.map(\.seq) == [4])
    loop.stop()
  }
}
