import API
import Proto

/// Registers handlers. If an argument cannot be decoded, its `SelfValidating` violations are reported too.
struct SessionRouter {
  let router: Router
  let handlers: SessionHandlers

  func serve<M: Method & SelfValidating>(
    _ handler: @escaping @Sendable (M, CallerContext) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, CallerContext(context)) }
    router.validate { [now = handlers.now, zones = handlers.zones] (call: M) in call.fields(now: now(), zones) }
  }

  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, CallerContext) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, CallerContext(context)) }
  }

  /// Reserves memory for a large response before the call runs.
  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, CallerContext) async throws(Fault) -> M.Reply,
    bulk bytes: @escaping @Sendable (M) -> Int, of user: @escaping @Sendable (M) -> String? = { _ in nil }
  ) where M.API == SessionAPI {
    router.serve(bulk: bytes, of: user) { (call: M, context: CallContext) in
      try await handler(call, CallerContext(context))
    }
  }

  /// Reserves memory for a page of items.
  func serve<M: Method>(
    _ handler: @escaping @Sendable (M, CallerContext) async throws(Fault) -> Encoded<M.Reply>,
    page limit: @escaping @Sendable (M) -> Int?
  ) where M.API == SessionAPI {
    let bytes: @Sendable (M) -> Int = { call in
      let items = min(max(limit(call) ?? SessionLimits.pageSize, 1), SessionLimits.pageSizes.upperBound)
      return min(items * SessionLimits.itemBytes, SessionLimits.pageBytes)
    }
    router.serve(
      bulk: bytes, encoded: { (call: M, context: CallContext) in try await handler(call, CallerContext(context)) })
  }
}
