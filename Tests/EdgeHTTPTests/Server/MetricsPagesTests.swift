import Proto
import Service
import Testing
import VirtualLoop

@testable import EdgeHTTP

@Suite struct MetricsPagesTests {
  @Test("The page is built once per second for any number of requests, and all get the same bytes")
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

  @Test("The page contains the figures of the other edges, which have no place in the health of the services")
  func siblings() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let (session, sibling) = (FakeService(loop: loop), FakeService(loop: loop))
      let figures = Metrics(service: "edge-2")
      figures.counter("requests_total", help: "Requests.").add(7)
      sibling.reply("metrics.scrape", ["text": figures.text()])
      let metrics = Metrics(service: "edge")
      metrics.counter("requests_total", help: "Requests.").add()
      let reports = ServiceReports([("session", session)], siblings: [("edge-2", sibling)])
      let pages = MetricsPages(loop: loop, metrics: metrics, reports: reports, milliseconds: 0)
      var page = ""
      loop.schedule(afterMilliseconds: 0) { pages.page { page = String(decoding: $0, as: UTF8.self) } }
      simulation.settle()
      #expect(page.contains("requests_total{service=\"edge\"} 1\nrequests_total{service=\"edge-2\"} 7\n"), "\(page)")
      #expect(!page.contains("upstream=\"edge-2\"") && reports.names == ["session"])
      #expect(sibling.calls("health.check").isEmpty)
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
