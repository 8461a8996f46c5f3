import Proto
import Service

/// The current page of metrics. It is built at most once per interval, and all requests share its bytes: building it
/// takes milliseconds, during which no other request proceeds. Belongs to the edge's loop.
final class MetricsPages {
  private let loop: Loop
  private let metrics: Metrics
  let reports: ServiceReports
  private let nanoseconds: UInt64
  private var kept: (page: [UInt8], until: UInt64)?
  private var waiters: [([UInt8]) -> Void] = []

  init(loop: Loop, metrics: Metrics, reports: ServiceReports, milliseconds: Int) {
    self.loop = loop
    self.metrics = metrics
    self.reports = reports
    nanoseconds = UInt64(milliseconds) * 1_000_000
  }

  func page(_ done: @escaping ([UInt8]) -> Void) {
    if let kept, loop.now < kept.until { return done(kept.page) }
    waiters.append(done)
    guard waiters.count == 1 else { return }
    reports.health { [self] states in
      reports.figures { [self] texts in build(states, texts) }
    }
  }

  private func build(_ states: ServiceReports.States, _ texts: [String]) {
    let page = [UInt8](MetricsPage.merged([metrics.text() + reports.text(states)] + texts).utf8)
    kept = (page, loop.now + nanoseconds)
    let waiters = waiters
    self.waiters = []
    for done in waiters { done(page) }
  }
}
