import API
import Connectors
import Service

/// Counts the requests and items of connectors by their outcome. Belongs to the edge's loop.
final class ConnectorMetrics {
  private struct Key: Hashable {
    var connector: ConnectorName
    var outcome: String
  }

  private let metrics: Metrics
  private var requests: [Key: Counter] = [:]
  private var items: [Key: Counter] = [:]

  init(_ metrics: Metrics) {
    self.metrics = metrics
  }

  func note(_ response: ConnectorResponse, _ connector: ConnectorName) {
    let outcome = response.status < 400 ? "ok" : response.status < 500 ? "rejected" : "failed"
    requestCounter(Key(connector: connector, outcome: outcome)).add()
    let counts = [
      ("added", response.items.added), ("already_there", response.items.alreadyThere),
      ("rejected", response.items.rejected),
    ]
    for (outcome, count) in counts where count > 0 {
      itemCounter(Key(connector: connector, outcome: outcome)).add(count)
    }
  }

  private func requestCounter(_ key: Key) -> Counter {
    if let known = requests[key] { return known }
    let counter = metrics.counter(
      "waymark_connector_requests_total", help: "Requests of other clients, by connector and outcome.",
      labels: ["connector": key.connector.rawValue, "outcome": key.outcome])
    requests[key] = counter
    return counter
  }

  private func itemCounter(_ key: Key) -> Counter {
    if let known = items[key] { return known }
    let counter = metrics.counter(
      "waymark_connector_items_total", help: "Items that other clients have sent, by connector and outcome.",
      labels: ["connector": key.connector.rawValue, "outcome": key.outcome])
    items[key] = counter
    return counter
  }
}
