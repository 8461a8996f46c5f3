import API
import Proto

/// Registers calls of the service: each is answered for its caller, and what the rules can judge of an argument by
/// itself is judged also where it could not be decoded.
struct SessionRouter {
  let router: Router
  let handlers: SessionHandlers

  func serve<M: Method & Judged>(
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, Caller(context)) }
    router.judge { [now = handlers.now, zones = handlers.zones] (call: M) in call.fields(now: now(), zones) }
  }

  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, Caller(context)) }
  }

  /// A call whose answer may be so large is made when there is room for it.
  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply,
    bulk bytes: @escaping @Sendable (M) -> Int, of user: @escaping @Sendable (M) -> String? = { _ in nil }
  ) where M.API == SessionAPI {
    router.serve(bulk: bytes, of: user) { (call: M, context: CallContext) in
      try await handler(call, Caller(context))
    }
  }

  /// A list whose pages have so many items.
  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> Encoded<M.Reply>,
    page limit: @escaping @Sendable (M) -> Int?
  ) where M.API == SessionAPI {
    let bytes: @Sendable (M) -> Int = { call in
      let items = min(max(limit(call) ?? SessionLimits.pageSize, 1), SessionLimits.pageSizes.upperBound)
      return min(items * SessionLimits.itemBytes, SessionLimits.pageBytes)
    }
    router.serve(bulk: bytes, encoded: { (call: M, context: CallContext) in try await handler(call, Caller(context)) })
  }
}
