import API
import Chronology
import Crypto
import Domain
import Proto
import Synchronization

@testable import EdgeHTTP

/// Plays every upstream service of the edge: records each call and replies as the test has set.
final class FakeService: Upstream, @unchecked Sendable {
  struct Call {
    var method: String
    var meta: CallMeta
    var argument: [UInt8]
  }

  typealias Handler = @Sendable (Call) -> Result<[UInt8], Fault>?

  private struct State {
    var calls: [Call] = []
    var handlers: [String: Handler] = [:]
    var held: [(Call, (RPC.RawResponse) -> Void)] = []
  }

  // Accessed only under the mutex. Completions run on the loop.
  private let state = Mutex<Int>(0)
  private var inner = State()
  let loop: Loop

  init(loop: Loop) {
    self.loop = loop
    on("token.verify") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.VerifyToken.self, from: call.argument) else { return nil }
      let known = [
        "wm_rw": ["read", "write"], "wm_r": ["read"], "wm_w": ["write"], "wm_other": ["read", "write"],
        "wm_mia": ["read", "write"], "wm_noa": ["read", "write"], "wm_zoe": ["read", "write"],
      ]
      let users = ["wm_other": "eve", "wm_mia": "mia", "wm_noa": "noa", "wm_zoe": "zoe"]
      for (token, scopes) in known where SHA256.hash(token) == ask.hash {
        return Result { () throws(Fault) in
          let user = users[token] ?? "ada"
          return try CBOREncoder.encode(SessionAPI.VerifyToken.Reply(user: user, scopes: scopes, expiresAt: nil))
        }
      }
      for (token, scopes) in FakeService.cookies where SHA256.hash(token) == ask.hash {
        return Result { () throws(Fault) in
          try CBOREncoder.encode(
            SessionAPI.VerifyToken.Reply(
              user: "ada", scopes: scopes, expiresAt: nil, id: "browser", kind: .browser))
        }
      }
      return .failure(Fault(.unauthenticated, "no such token"))
    }
    on("account.open") { _ in .success([0xF6]) }
    on("metrics.scrape") { _ in
      let name = "waymark_rpc_calls_total"
      let text = "# HELP \(name) Calls.\n# TYPE \(name) counter\n\(name) 1\n"
      return Result { () throws(Fault) in try CBOREncoder.encode(["text": text]) }
    }
    // Unless a test sets the heads, something is written before each read.
    let seq = Mutex<Int64>(0)
    on("journal.heads") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.FetchHeads.self, from: call.argument) else { return nil }
      let next = seq.withLock { seq in
        seq += 1
        return SessionAPI.Head(seq: seq, checksum: 1)
      }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.FetchHeads.Reply(heads: ask.users.map { _ in next }))
      }
    }
    on("health.check") { _ in
      Result { () throws(Fault) in try CBOREncoder.encode(Health(.ok)) }
    }
  }

  static let cookies = [
    "wb_" + String(repeating: "c", count: 43): ["read", "write"], "wb_" + String(repeating: "r", count: 43): ["read"],
  ]

  func on(_ method: String, _ handler: @escaping Handler) {
    state.withLock { _ in inner.handlers[method] = handler }
  }

  func reply(_ method: String, _ value: some Encodable & Sendable) {
    on(method) { _ in Result { () throws(Fault) in try CBOREncoder.encode(value) } }
  }

  /// From now on this token is revoked, and all others are valid.
  func endToken(_ token: String) {
    let hash = SHA256.hash(token)
    on("token.check") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.CheckTokens.self, from: call.argument) else { return nil }
      let hashes = stride(from: 0, to: ask.hashes.count, by: 32).map { Array(ask.hashes[$0..<$0 + 32]) }
      let ended = hashes.indices.filter { hashes[$0] == hash }
      return Result { () throws(Fault) in try CBOREncoder.encode(SessionAPI.CheckTokens.Reply(ended: ended)) }
    }
  }

  /// Sets the head of every user's journal.
  func setHead(_ head: SessionAPI.Head) {
    on("journal.heads") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.FetchHeads.self, from: call.argument) else { return nil }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.FetchHeads.Reply(heads: ask.users.map { _ in head }))
      }
    }
  }

  func fault(_ method: String, _ fault: Fault) {
    on(method) { _ in .failure(fault) }
  }

  func calls(_ method: String) -> [Call] {
    state.withLock { _ in inner.calls.filter { $0.method == method } }
  }

  /// Completes every call that a handler has left open.
  func release(_ method: String, _ result: @escaping @Sendable () -> Result<[UInt8], Fault>) {
    loop.execute { [self] in
      let held = state.withLock { _ in
        let held = inner.held.filter { $0.0.method == method }
        inner.held.removeAll { $0.0.method == method }
        return held
      }
      for (_, completion) in held { FakeService.finish(result(), completion) }
    }
  }

  func call(
    _ method: String, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RPC.RawResponse) -> Void
  ) {
    let call = Call(method: method, meta: meta, argument: Array(argument))
    let handler = state.withLock { _ in
      inner.calls.append(call)
      return inner.handlers[method]
    }
    guard let handler else { return completion(.fault(Fault(.unavailable, "the service is unavailable"))) }
    guard let result = handler(call) else { return state.withLock { _ in inner.held.append((call, completion)) } }
    FakeService.finish(result, completion)
  }

  private static func finish(
    _ result: Result<[UInt8], Fault>, _ completion: (RPC.RawResponse) -> Void
  ) {
    switch result {
    case .success(let bytes): bytes.withUnsafeBytes { completion(.reply($0, isValid: false)) }
    case .failure(let fault): completion(.fault(fault))
    }
  }
}
