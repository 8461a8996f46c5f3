import Chronology
import Domain
import JSON
import Proto
import Service
import Storage

/// Checks the rows of webhooks and of the events that wait for them, and those of connections.
enum OutgoingAudit {
  private static let bodyDepth = 16

  static func findings(_ rows: Rows) throws -> [String] {
    // Rows of accounts that are being deleted are incomplete.
    let erasing = try ErasureStore.users(rows)
    var findings: [String] = []
    var known: Set<WebhookKey> = []
    try WebhookStore.each(rows) { user, stored in
      let webhook = stored.webhook
      known.insert(WebhookKey(user: user, webhook: webhook.id))
      let times = [webhook.createdAt, webhook.failingSince, webhook.lastDelivery?.at].compactMap { $0?.seconds }
      let isWhole =
        TextRules.isUserId(user) && TextRules.isObjectId(webhook.id) && !stored.secret.isEmpty
        && WebhookRules.violations(url: webhook.url, isAddress: ServerAddress(parsing: webhook.url) != nil).isEmpty
        && !webhook.events.isEmpty && times.allSatisfy(CBORLimits.instantSeconds.contains)
      if !isWhole { findings.append("the webhook \(webhook.id) has invalid values; delete it and create another") }
    }
    try WebhookCursorStore.each(rows) { user, cursor in
      if !TextRules.isUserId(user) || cursor.seq < 0 || cursor.unlockSeq < 0 {
        findings.append("the position of the webhooks of \(user) is invalid; delete and create them again")
      }
    }
    try DeliveryStore.each(rows) { key, delivery in
      guard !erasing.contains(key.user) else { return }
      let isWhole =
        known.contains(key) && delivery.number > 0 && delivery.failures >= 0 && delivery.messageID.hasPrefix("msg_")
        && CBORLimits.instantSeconds.contains(delivery.nextAt.seconds)
        && JSONValue(parsing: delivery.body, depthLimit: bodyDepth)?["type"]?.text == delivery.type
      if !isWhole { findings.append("an event for the webhook \(key.webhook) has invalid values; it ends within days") }
    }
    findings += try connectionFindings(rows)
    return findings
  }

  private static func connectionFindings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try ConnectionStore.each(rows) { user, stored in
      let (connection, state) = (stored.connection, stored.connection.state)
      let times = [connection.createdAt, state.lastRunAt, state.lastSuccessAt, state.nextRunAt, state.lastWholeRunAt]
      let isWhole =
        TextRules.isUserId(user) && TextRules.isObjectId(connection.id) && !stored.secret.isEmpty
        && ServerAddress(parsing: connection.url) != nil && ConnectionRules.every.contains(connection.every)
        && times.allSatisfy { $0.map { CBORLimits.instantSeconds.contains($0.seconds) } ?? true }
      if !isWhole { findings.append("the connection \(connection.id) has invalid values; delete it and add it again") }
    }
    try SeenSessionStore.each(rows) { user, id, session in
      let isWhole =
        TextRules.isUserId(user) && SeenSessionStore.isStoredID(id) && session.listened >= 0
        && CBORLimits.instantSeconds.contains(session.startedAt.seconds)
      if !isWhole {
        findings.append("a session that a connection of \(user) has read has invalid values; add it again")
      }
    }
    return findings
  }
}
