import API
import Proto

extension ViewHost {
  /// What `status` tells of a view: how far its active users are, and how much they take.
  var details: [String: Health.Detail] {
    let hot = hot.value
    return [
      "activeUsers": .integer(hot.count),
      "activeBytes": .integer(hot.bytes),
      "position": .integer(hot.byName.values.reduce(0) { $0 + Int($1.position.seq) }),
      "lag": .integer(hot.byName.values.reduce(0) { $0 + Int(max(0, $1.head.seq - $1.position.seq)) }),
    ]
  }

  func addMetrics(to metrics: Metrics) {
    metrics.gauge("waymark_view_active_users", help: "Users whose state is in memory.") { Double(self.hot.value.count) }
    metrics.gauge("waymark_view_active_bytes", help: "Memory that the states of active users take.") {
      Double(self.hot.value.bytes)
    }
  }
}
