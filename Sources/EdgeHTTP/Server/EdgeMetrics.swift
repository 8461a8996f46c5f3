import API
import Service
import Synchronization

/// The edge's figures about its requests.
final class EdgeMetrics {
  let all: Metrics
  private let names: [String]
  /// By route, the last for requests without one; then by status, of which a route has few.
  private var counters: [[(status: Int, counter: Counter)]]
  private var histograms: [Histogram?]
  private let gauges: Gauges
  private let events: Counter

  /// Read by any thread.
  private final class Gauges: Sendable {
    let inFlight = Atomic<Int>(0)
    let connections = Atomic<Int>(0)
    let streams = Atomic<Int>(0)
  }

  init(_ metrics: Metrics, endpoints: [Endpoint]) {
    all = metrics
    names = endpoints.map { "\($0.verb.text) \($0.path)" } + ["other"]
    counters = Array(repeating: [], count: names.count)
    histograms = Array(repeating: nil, count: names.count)
    let gauges = Gauges()
    self.gauges = gauges
    metrics.gauge("waymark_http_requests_in_flight", help: "Requests in flight.") {
      Double(gauges.inFlight.load(ordering: .relaxed))
    }
    metrics.gauge("waymark_http_streams", help: "Open streams of changes.") {
      Double(gauges.streams.load(ordering: .relaxed))
    }
    events = metrics.counter("waymark_http_stream_events_total", help: "Events sent on streams of changes.")
    metrics.gauge("waymark_http_connections", help: "Open connections of clients.") {
      Double(gauges.connections.load(ordering: .relaxed))
    }
  }

  var inFlight: Int { gauges.inFlight.load(ordering: .relaxed) }

  func begin() { gauges.inFlight.wrappingAdd(1, ordering: .relaxed) }
  func abandon() { gauges.inFlight.wrappingSubtract(1, ordering: .relaxed) }
  func streams(_ count: Int) { gauges.streams.store(count, ordering: .relaxed) }
  func sentEvents(_ count: Int) { events.add(count) }
  func opened() { gauges.connections.wrappingAdd(1, ordering: .relaxed) }
  func closed() { gauges.connections.wrappingSubtract(1, ordering: .relaxed) }

  func end(route: Int?, verb: Verb, status: Int, nanoseconds: UInt64) {
    abandon()
    let place = route ?? names.count - 1
    if let known = counters[place].first(where: { $0.status == status }) {
      known.counter.add()
    } else {
      let counter = all.counter(
        "waymark_http_requests_total", help: "Completed requests, by endpoint and status.",
        labels: ["endpoint": names[place], "status": String(status)])
      counters[place].append((status, counter))
      counter.add()
    }
    histogram(place).observe(Double(nanoseconds) * 1e-9)
  }

  private func histogram(_ place: Int) -> Histogram {
    if let known = histograms[place] { return known }
    let made = all.histogram(
      "waymark_http_request_duration_seconds", help: "From a request's head to its response.",
      labels: ["endpoint": names[place]])
    histograms[place] = made
    return made
  }
}
