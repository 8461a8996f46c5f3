import CBOR
import Dispatch
import Glibc
import Loop
import Synchronization
import Testing

@testable import RPC

/// Keeps the loop of the service that answers it from doing anything else.
private struct Hang: Method {
  typealias API = EchoAPI
  typealias Reply = Nothing
  static let name = "echo.hang"
  init() {}
}

@Suite struct HungServiceTests {
  private let clock = ContinuousClock()

  private func fault(of client: Client<EchoAPI>) async -> Fault? {
    do {
      _ = try await client.call(EchoAPI.Say(text: "x"), meta: CallMeta(deadline: 20_000))
      return nil
    } catch {
      return error
    }
  }

  @Test("A service that hangs fails its callers within about a second and later ones at once, until it goes on")
  func hangs() async throws {
    let (here, there) = (try Loop.spawn(), try Loop.spawn())
    let place = try TemporarySocket()
    defer {
      here.stop()
      there.stop()
      place.remove()
    }
    let (router, release) = (echoRouter(), DispatchSemaphore(value: 0))
    router.serveNow { (_: Hang, _) in
      release.wait()
      return Nothing()
    }
    try RPCServer(loop: there, router: router).listen(path: place.path)
    let client = Client<EchoAPI>(loop: here, path: place.path)
    #expect(await fault(of: client) == nil)
    let hung = Mutex<Fault?>(nil)
    here.execute {
      client.begin(Hang()) { answer in
        if case .failure(let fault) = answer { hung.withLock { $0 = fault } }
      }
    }
    #expect(await fault(of: client) == .silent)
    #expect(hung.withLock { $0 } == .silent)
    let silent = clock.now
    for _ in 0..<1_000 { #expect(await fault(of: client) == .silent) }
    #expect(clock.now - silent < .seconds(100), "no call waits for it any more")
    release.signal()
    #expect(try await eventually { await fault(of: client) == nil })
  }

  @Test("No call waits for a service that takes connections and never says hello")
  func neverGreets() async throws {
    let (here, there) = (try Loop.spawn(), try Loop.spawn())
    let place = try TemporarySocket()
    defer {
      here.stop()
      there.stop()
      place.remove()
    }
    let descriptor = try UnixSocket.listen(path: place.path)
    let client = Client<EchoAPI>(loop: here, path: place.path)
    #expect(await fault(of: client) == .silent, "before the time for a hello is over")
    for _ in 0..<100 { #expect(await fault(of: client) == .silent) }
    RPCServer(loop: there, router: echoRouter()).listen(adopting: descriptor)
    #expect(try await eventually { await fault(of: client) == nil })
  }

  @Test("A call that takes longer than a hang waits for its answer")
  func longCall() async throws {
    let system = try EchoSystem(overSocket: true)
    let fault = await #expect(throws: Fault.self) {
      try await system.client.call(EchoAPI.Wait(), meta: CallMeta(deadline: 1_500))
    }
    #expect(fault?.code == .deadlineExceeded)
  }
}
