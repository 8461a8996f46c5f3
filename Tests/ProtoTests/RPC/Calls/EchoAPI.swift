import Glibc
import Proto
import Synchronization

/// A small service for the tests of clients and servers.
enum EchoAPI: ServiceAPI {
  static let service = "echo"

  struct Say: Method {
    typealias API = EchoAPI
    static let name = "echo.say"
    var text: String
    var times: Int?

    struct Reply: Codable, Sendable, Equatable {
      var text: String
      var user: String?
    }
  }

  /// `Say` with a synchronous handler.
  struct SayNow: Method {
    typealias API = EchoAPI
    static let name = "echo.sayNow"
    typealias Reply = Say.Reply
    var text: String
  }

  /// Completes when the test opens the gate, or when it is cancelled.
  struct Wait: Method {
    typealias API = EchoAPI
    static let name = "echo.wait"
    typealias Reply = Nothing
    init() {}
  }

  struct Fail: Method {
    typealias API = EchoAPI
    static let name = "echo.fail"
    typealias Reply = Nothing
    var code: Fault.Code?
  }

  struct Unserved: Method {
    typealias API = EchoAPI
    static let name = "echo.unserved"
    typealias Reply = Nothing
    init() {}
  }
}

struct Unexpected: Error {}

/// Holds and counts waiting handlers.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
    var cancelled = 0
    var arrived = 0
  }

  private let state = Mutex(State())

  var arrived: Int { state.withLock { $0.arrived } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func wait() async throws {
    let id = state.withLock { state in
      state.next += 1
      state.arrived += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled += 1
        return state.waiting.removeValue(forKey: id)
      }
      continuation?.resume()
    }
    try Task.checkCancellation()
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// The service of `EchoAPI`.
func echoRouter(gate: Gate = Gate()) -> Router {
  let router = Router(service: EchoAPI.service, build: "test")
  router.serve { (call: EchoAPI.Say, context) in
    EchoAPI.Say.Reply(text: String(repeating: call.text, count: call.times ?? 1), user: context.user)
  }
  router.serveNow { (call: EchoAPI.SayNow, context) in EchoAPI.Say.Reply(text: call.text, user: context.user) }
  router.serve { (_: EchoAPI.Wait, _) in
    try await gate.wait()
    return Nothing()
  }
  router.serve { (call: EchoAPI.Fail, _) in
    if let code = call.code { throw Fault(code, "as asked") }
    throw Unexpected()
  }
  return router
}

/// Waits for a condition. The limit is long, because a slow machine runs all tests at once; only a failure reaches it.
func eventually(
  within seconds: Double = 60, _ condition: @Sendable () async throws -> Bool
) async throws -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  while clock.now < end {
    if try await condition() { return true }
    await Task.yield()
  }
  // Other tests may have used the whole time since the last check.
  return try await condition()
}

/// A path for a socket in a temporary directory.
struct TemporarySocket {
  let directory: String
  var path: String { directory + "/run/echo.sock" }

  init() throws {
    var template = Array("/tmp/waymark-test-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw Unexpected() }
    directory = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() {
    for name in ["/run/echo.sock", "/run/file"] { unlink(directory + name) }
    rmdir(directory + "/run")
    rmdir(directory)
  }
}
