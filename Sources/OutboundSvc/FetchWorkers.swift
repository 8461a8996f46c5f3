import API
import Service
import Storage

/// Sends requests on dedicated threads, because libcurl blocks.
final class FetchWorkers: Sendable {
  private let threads = JobThreads(threads: OutboundLimits.fetches, waiting: OutboundLimits.waitingFetches)
  private let rule: OutgoingRule
  private let authorities: String?

  init(rule: OutgoingRule, authorities: String? = nil) {
    self.rule = rule
    self.authorities = authorities
  }

  var inFlight: Int { threads.count }

  func fetch(_ request: FetchRequest) async -> OutboundAPI.Fetch.Reply {
    await fetch(request) { $0 }
  }

  /// Passes the response to `read` on the thread of the request, because reading a large one takes long.
  func fetch<Reply: Sendable>(
    _ request: FetchRequest, reading read: @escaping @Sendable (OutboundAPI.Fetch.Reply) -> Reply
  ) async -> Reply {
    let transfer = CurlTransfer(request: request, rule: rule, authorities: authorities)
    return await threads.run { read(transfer.run()) } ?? read(.init(.overloaded))
  }
}
