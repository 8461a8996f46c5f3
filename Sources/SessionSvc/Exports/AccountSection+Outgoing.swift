import API
import Domain
import Storage

/// The connections and webhooks of the list `connectors`, without their secrets.
extension AccountSection {
  private struct ConnectionItem: Encodable {
    var kind = "connection"
    var connection: SessionAPI.ConnectionReply
  }

  private struct WebhookItem: Encodable {
    var kind = "webhook"
    var webhook: SessionAPI.WebhookReply
  }

  static func outgoing(_ user: String, _ rows: Rows) -> [Kind] {
    [
      Kind(name: "connection") { place, body in
        let items = try ConnectionStore.connections(of: user, rows).map { stored in
          let reply = SessionAPI.ConnectionReply(stored.connection)
          return (reply.id, try ItemJSON.text(ConnectionItem(connection: reply)))
        }
        return try pass(items, after: place, to: body)
      },
      Kind(name: "webhook") { place, body in
        let items = try WebhookStore.webhooks(of: user, rows).map { stored in
          let reply = SessionAPI.WebhookReply(stored.webhook)
          return (reply.id, try ItemJSON.text(WebhookItem(webhook: reply)))
        }
        return try pass(items, after: place, to: body)
      },
    ]
  }

  private static func pass(_ items: [(id: String, json: String)], after place: String, to body: Body) throws -> Bool {
    for item in items.sorted(by: { $0.id < $1.id }) where item.id > place {
      guard try body(item.id, item.json) else { return false }
    }
    return true
  }
}
