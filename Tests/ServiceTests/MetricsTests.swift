import Testing

@testable import Service

@Suite("Metrics")
struct MetricsTests {
  @Test("Writes counters, gauges and histograms in the format of Prometheus")
  func text() {
    let metrics = Metrics(service: "stats")
    metrics.counter("calls_total", help: "Calls.", labels: ["code": "a\"b\\c\n"]).add(3)
    metrics.gauge("memory_bytes", help: "Bytes\nused.") { 1.5 }
    let histogram = metrics.histogram("wait_seconds", help: "Waiting.", bounds: [0.1, 1])
    for value in [0.05, 0.1, 0.5, 7] { histogram.observe(value) }
    #expect(
      metrics.text() == #"""
        # HELP calls_total Calls.
        # TYPE calls_total counter
        calls_total{service="stats",code="a\"b\\c\n"} 3
        # HELP memory_bytes Bytes\nused.
        # TYPE memory_bytes gauge
        memory_bytes{service="stats"} 1.5
        # HELP wait_seconds Waiting.
        # TYPE wait_seconds histogram
        wait_seconds_bucket{service="stats",le="0.1"} 2
        wait_seconds_bucket{service="stats",le="1"} 3
        wait_seconds_bucket{service="stats",le="+Inf"} 4
        wait_seconds_sum{service="stats"} 7.65
        wait_seconds_count{service="stats"} 4

        """#)
  }

  @Test("The same name and labels return the same counter")
  func sameCounter() {
    let metrics = Metrics(service: "s")
    metrics.counter("a_total", help: "A.", labels: ["x": "1"]).add()
    metrics.counter("a_total", help: "A.", labels: ["x": "1"]).add()
    metrics.counter("a_total", help: "A.", labels: ["x": "2"]).add()
    #expect(metrics.counter("a_total", help: "A.", labels: ["x": "1"]).value == 2)
    #expect(metrics.text().split(separator: "\n").count == 4)
  }

  @Test("Numbers have the form that the format requires", arguments: [(1.0, "1"), (0.25, "0.25"), (.infinity, "+Inf")])
  func numbers(value: Double, text: String) {
    #expect(MetricsText.number(value) == text)
  }
}
