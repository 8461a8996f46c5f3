import API
import Proto
import Service

extension ViewHost {
  /// How the view fares: what of the journal it has folded over all users, what it has not, and whether what it knows
  /// can be written.
  func health() async -> Health {
    noticeRenewals()
    var health = Health(details: [
      "activeUsers": .integer(hot.value.count), "activeBytes": .integer(hot.value.bytes),
    ])
    if let trouble = snapshots.trouble {
      health.status = .degraded
      health.details["snapshots"] = .text(trouble)
    }
    let position = Int(hot.value.eventCount)
    health.details["position"] = .integer(position)
    let total = try? await journal.link.call(
      CheckHealth<SessionAPI>(), meta: CallMeta(deadline: ViewLimits.healthMilliseconds)
    ).details["position"]
    if case .integer(let total) = total { health.details["lag"] = .integer(max(0, total - position)) }
    return health
  }

  /// Counts what the snapshots hold, before anything is read.
  public func countSnapshots() async {
    hot.value.count(onDisk: await snapshots.countEvents())
  }

  func addMetrics(to metrics: Metrics) {
    metrics.gauge("waymark_view_active_users", help: "Users whose state is in memory.") { Double(self.hot.value.count) }
    metrics.gauge("waymark_view_events", help: "Events of the journal that the view has folded, of all users.") {
      Double(self.hot.value.eventCount)
    }
    metrics.gauge("waymark_view_active_bytes", help: "Memory that the states of active users take.") {
      Double(self.hot.value.bytes)
    }
  }
}
