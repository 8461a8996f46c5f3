import Proto
import Service
import Testing
import VirtualLoop

@testable import EdgeHTTP

@Suite struct MetricsPagesTests {
  @Test("However many request the page, it is built once per second, and all get the same bytes")
  func pace() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let service = FakeService(loop: loop)
      let metrics = Metrics(service: "edge")
      let requests = metrics.counter("requests_total", help: "Requests.")
      let pages = MetricsPages(
        loop: loop, metrics: metrics, reports: ServiceReports([("session", service)]), milliseconds: 1_000)
      var received: [[UInt8]] = []
      func request() {
        requests.add()
        loop.schedule(afterMilliseconds: 0) { pages.page { received.append($0) } }
      }
      for _ in 0..<100 { request() }
      simulation.advance(milliseconds: 999)
      request()
      simulation.settle()
      #expect(received.count == 101 && Set(received).count == 1)
      #expect(service.calls("metrics.scrape").count == 1 && service.calls("health.check").count == 1)
      simulation.advance(milliseconds: 1)
      request()
      simulation.settle()
      #expect(String(decoding: received[101], as: UTF8.self).contains("\nrequests_total{service=\"edge\"} 102\n"))
      #expect(service.calls("metrics.scrape").count == 2)
    }
  }

  @Test("Requests that arrive while the services reply get the page that is being built")
  func waiting() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let service = FakeService(loop: loop)
      service.on("health.check") { _ in nil }
      let pages = MetricsPages(
        loop: loop, metrics: Metrics(service: "edge"), reports: ServiceReports([("session", service)]),
        milliseconds: 1_000)
      var count = 0
      for _ in 0..<10 { pages.page { _ in count += 1 } }
      simulation.advance(milliseconds: 5_000)
      #expect(count == 0)
      service.release("health.check") { .success([0xA0]) }
      simulation.settle()
      #expect(count == 10 && service.calls("metrics.scrape").count == 1)
    }
  }
}
