import API
import Proto
import Service

/// The calls of the session service that running a connection needs.
struct ConnectionGateway: Sendable {
  typealias Lease = @Sendable (_ busy: [String]) async throws(Fault) -> SessionAPI.ConnectionLease?
  typealias Import =
    @Sendable (SessionAPI.ImportForeignSessions) async throws(Fault)
    -> SessionAPI.ImportForeignSessions.Reply
  typealias StoreCover = @Sendable (SessionAPI.StoreForeignCover) async throws(Fault) -> Void
  typealias Finish = @Sendable (SessionAPI.FinishConnection) async throws(Fault) -> Void

  var lease: Lease
  var importSessions: Import
  var storeCover: StoreCover
  var finish: Finish
}

extension ConnectionGateway {
  init(_ context: ServiceContext) {
    let session = context.client(of: SessionAPI.self)
    self.init { busy throws(Fault) in
      let meta = CallMeta(deadline: OutboundLimits.leaseMilliseconds)
      return try await session.call(SessionAPI.LeaseConnection(busy: busy), meta: meta).lease
    } importSessions: { call throws(Fault) in
      try await session.call(call, meta: CallMeta(deadline: OutboundLimits.importMilliseconds))
    } storeCover: { call throws(Fault) in
      _ = try await session.call(call, meta: CallMeta(deadline: OutboundLimits.importMilliseconds))
    } finish: { call throws(Fault) in
      _ = try await session.call(call, meta: CallMeta(deadline: OutboundLimits.leaseMilliseconds))
    }
  }
}
