import Proto
import Service

/// Counts and logs rejected requests by the limit that rejected them. Belongs to the edge's loop.
final class Rejections {
  private let metrics: Metrics
  private let log: Log
  private let loop: Loop
  private var counters: [AdmissionLimit: Counter] = [:]
  private var warnings: [AdmissionLimit: PacedWarning] = [:]

  init(_ metrics: Metrics, log: Log, loop: Loop) {
    self.metrics = metrics
    self.log = log
    self.loop = loop
    // Prometheus computes no rate for a series that begins with its first rejection.
    for limit in AdmissionLimit.allCases { counter(limit).add(0) }
  }

  /// `request` names the rejected request, if it is known.
  func note(_ limit: AdmissionLimit, request: [UInt8] = []) {
    counter(limit).add()
    let suffix = request.isEmpty ? "" : " request=\(String(decoding: request, as: UTF8.self))"
    warning(limit).note("limit=\(limit.rawValue)\(suffix)")
  }

  func count(_ limit: AdmissionLimit) -> Int { counter(limit).value }

  private func counter(_ limit: AdmissionLimit) -> Counter {
    if let known = counters[limit] { return known }
    let counter = metrics.counter(
      "waymark_http_rejected_total", help: "Requests rejected by a limit of the edge.",
      labels: ["limit": limit.rawValue])
    counters[limit] = counter
    return counter
  }

  /// One per limit, so that a frequent limit does not hide a rare one.
  private func warning(_ limit: AdmissionLimit) -> PacedWarning {
    if let known = warnings[limit] { return known }
    let warning = PacedWarning("requests were rejected by a limit", log: log, loop: loop)
    warnings[limit] = warning
    return warning
  }
}
