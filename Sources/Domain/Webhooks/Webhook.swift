public import Chronology

/// An address of another server to which a user's events are sent.
public struct Webhook: Hashable, Sendable {
  public var id: String
  public var url: String
  /// Names of events, or one asterisk.
  public var events: [String]
  public var isOn: Bool
  public var createdAt: Instant
  /// The first failure after the last success.
  public var failingSince: Instant?
  public var lastDelivery: WebhookDelivery?

  public init(id: String, url: String, events: [String], isOn: Bool = true, createdAt: Instant) {
    self.id = id
    self.url = url
    self.events = events
    self.isOn = isOn
    self.createdAt = createdAt
  }

  public func reports(_ event: WebhookEvent) -> Bool {
    isOn && (events == [WebhookEvent.every] || events.contains(event.rawValue))
  }

  public var reportsUnlocks: Bool { WebhookEvent.allCases.contains { $0.isUnlock && reports($0) } }

  /// Notes the outcome of one attempt. Status 410, or five days without success, switch the webhook
  /// off.
  public mutating func note(_ outcome: WebhookOutcome, of type: String, at now: Instant) {
    lastDelivery = WebhookDelivery(at: now, type: type, status: outcome.status, problem: outcome.problem)
    guard !outcome.isSuccess else {
      failingSince = nil
      return
    }
    let since = failingSince ?? now
    failingSince = since
    if outcome.isFinal || now - since >= WebhookRules.failingSeconds { isOn = false }
  }
}

/// The last attempt of a webhook.
public struct WebhookDelivery: Codable, Hashable, Sendable {
  public var at: Instant
  public var type: String
  /// The status of the response, if there was one.
  public var status: Int?
  public var problem: String?

  public init(at: Instant, type: String, status: Int?, problem: String?) {
    self.at = at
    self.type = type
    self.status = status
    self.problem = problem
  }
}

/// The outcome of one attempt.
public enum WebhookOutcome: Hashable, Sendable {
  case status(Int)
  /// There was no response, for this reason.
  case failed(String)

  public var status: Int? {
    if case .status(let status) = self { status } else { nil }
  }

  public var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }

  /// Whether the receiver wants no more events.
  var isFinal: Bool { status == 410 }

  /// Nil after a success.
  public var problem: String? {
    switch self {
    case .status(200...299): nil
    case .status(410): "the receiver is gone (status 410)"
    case .status(let status) where (300...399).contains(status):
      "the receiver redirects (status \(status)); use the address to which it redirects"
    case .status(let status): "the receiver responded with status \(status)"
    case .failed(let reason): reason
    }
  }
}
