import API
import Chronology
import Domain
import Proto
import Service

/// The calls of other services that webhooks need.
struct WebhookGateway: Sendable {
  typealias Fetch = @Sendable (OutboundAPI.Fetch) async throws(Fault) -> OutboundAPI.Fetch.Reply
  typealias Standings = @Sendable (_ user: String) async throws(Fault) -> UnlockStandings

  /// Throws if the outbound service is unavailable.
  var fetch: Fetch
  /// Throws if the view is unavailable.
  var standings: Standings

  static let unavailable = WebhookGateway { _ throws(Fault) in
    throw Fault(.unavailable, "the outbound service is unavailable")
  } standings: { _ throws(Fault) in
    throw Fault(.unavailable, "the view is unavailable")
  }
}

extension WebhookGateway {
  init(_ context: ServiceContext) {
    let outbound = context.client(of: OutboundAPI.self)
    let milestones = context.client(of: MilestoneAPI.self)
    self.init { call throws(Fault) in
      // The service ends the request itself when its time is over.
      let deadline = call.limits.milliseconds + SessionLimits.outboundGraceMilliseconds
      return try await outbound.call(call, meta: CallMeta(deadline: deadline))
    } standings: { user throws(Fault) in
      let meta = CallMeta(user: user, deadline: SessionLimits.standingsMilliseconds)
      let goals = try await milestones.call(MilestoneAPI.FetchGoals(), meta: meta).goals
      return UnlockStandings(
        milestones: try await milestones.call(MilestoneAPI.FetchMilestones(), meta: meta).milestones,
        achievements: try await milestones.call(MilestoneAPI.FetchAchievements(), meta: meta).achievements,
        goals: goals.compactMap { if case .current(let goal) = $0 { goal } else { nil } })
    }
  }
}

extension OutboundAPI.Fetch {
  static func delivery(of message: WebhookMessage, to url: String, by secret: WebhookSecret, at now: Instant) -> Self {
    OutboundAPI.Fetch(
      .post, url,
      headers: [
        .init("Content-Type", "application/json"), .init("webhook-id", message.id),
        .init("webhook-timestamp", "\(now.seconds)"),
        .init("webhook-signature", secret.signature(of: message.body, id: message.id, at: now)),
      ], body: message.body, limits: .init(milliseconds: SessionLimits.deliveryMilliseconds, bytes: nil))
  }
}

extension OutboundAPI.Fetch.Reply {
  var outcome: WebhookOutcome {
    switch failure {
    case nil: .status(status)
    case .invalid: .failed("the address or a redirect is not valid")
    case .unknownHost: .failed("the host is not known")
    case .unreachable: .failed("the host cannot be reached")
    case .notAllowed: .failed("this server may not call the address (WAYMARK_OUTGOING)")
    case .certificate: .failed("the connection cannot be encrypted, or the certificate is not valid")
    case .tooSlow: .failed("the receiver took too long")
    case .tooLarge: .failed("the response is too large")
    case .malformed: .failed("the response is not HTTP")
    case .overloaded: .failed("this server makes too many calls at once")
    case .noLibrary: .failed("libcurl is not installed on this server")
    }
  }
}
