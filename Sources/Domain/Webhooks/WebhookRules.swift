public import Chronology

/// The rules for webhooks.
public enum WebhookRules {
  /// The most webhooks that a user can have.
  public static let mostWebhooks = 10
  public static let longestURL = 2_000
  /// The time without success after which a webhook is switched off.
  public static let failingSeconds: Int64 = 5 * 86_400
  /// Older events are not sent.
  public static let recentSeconds: Int64 = 86_400
  /// The time between an attempt and the next one.
  public static let retrySeconds: [Int64] = [
    5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]
  /// The part of a pause by which it may be longer or shorter.
  public static let jitter = 0.1

  /// `isAddress` is whether the URL is an http or https address without credentials.
  public static func violations(url: String, isAddress: Bool) -> [Rejection.Violation] {
    guard isAddress, url.utf8.count <= longestURL, !url.contains("#") else {
      return [
        .init("url", "must be an http or https address of at most 2000 characters, without credentials or a fragment")
      ]
    }
    return []
  }

  public static func violations(events: [String]) -> [Rejection.Violation] {
    if events == [WebhookEvent.every] { return [] }
    guard !events.isEmpty else { return [.init("events", "must not be empty; send [\"*\"] for all")] }
    let names = WebhookEvent.allCases.map(\.rawValue).joined(separator: ", ")
    var violations: [Rejection.Violation] = []
    var known: Set<String> = []
    for (index, name) in events.prefix(WebhookEvent.allCases.count + 1).enumerated() {
      if name == WebhookEvent.every {
        violations.append(.init("events[\(index)]", "must be the only item"))
      } else if WebhookEvent(rawValue: name) == nil {
        violations.append(.init("events[\(index)]", "must be one of \(names)"))
      } else if !known.insert(name).inserted {
        violations.append(.init("events[\(index)]", "is a duplicate"))
      }
    }
    return violations
  }

  /// Whether something that ended at this time is still of interest.
  public static func isRecent(_ end: Instant, now: Instant) -> Bool { now - end <= recentSeconds }

  /// Returns the time of the next attempt, or nil after the last one. `failures` includes this one; `dice` is from 0 to
  /// 1.
  public static func nextAttempt(afterFailures failures: Int, at now: Instant, dice: Double) -> Instant? {
    guard (1...retrySeconds.count).contains(failures) else { return nil }
    let pause = Double(retrySeconds[failures - 1]) * (1 + jitter * (2 * dice - 1))
    return now + Int64(pause.rounded())
  }
}
