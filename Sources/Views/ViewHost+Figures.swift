import API
import Proto
import Service

extension ViewHost {
  /// Returns the position over all users, the lag behind the journal, and whether snapshots can be written.
  func health() async -> Health {
    checkGeneration()
    var health = Health(details: [
      "activeUsers": .integer(active.value.count), "activeBytes": .integer(active.value.bytes),
    ])
    if let problem = snapshots.problem {
      health.status = .degraded
      health.details["snapshots"] = .text(problem)
    }
    let position = Int(active.value.eventCount)
    health.details["position"] = .integer(position)
    let total = try? await journal.link.call(
      CheckHealth<SessionAPI>(), meta: CallMeta(deadline: ViewLimits.healthMilliseconds)
    ).details["position"]
    if case .integer(let total) = total { health.details["lag"] = .integer(max(0, total - position)) }
    return health
  }

  /// Counts the events in the snapshots. Called before the first read.
  public func countSnapshots() async {
    active.value.count(onDisk: await snapshots.countEvents())
  }

  func addMetrics(to metrics: Metrics) {
    metrics.gauge("waymark_view_active_users", help: "Users whose state is in memory.") {
      Double(self.active.value.count)
    }
    metrics.gauge("waymark_view_events", help: "Events of the journal that the view has folded, for all users.") {
      Double(self.active.value.eventCount)
    }
    metrics.gauge("waymark_view_active_bytes", help: "Memory used by the states of active users.") {
      Double(self.active.value.bytes)
    }
  }
}
