/// What one line of the queue's file says happened.
enum QueueRecord: Codable, Sendable, Hashable {
  case put(SessionReport)
  case settled(SessionReport)
  case rejected(RejectedSession)
  case dismissed(SessionReport.Key)
}

/// The queue as a fold over its records.
struct QueueState: Sendable {
  private struct Waiting {
    var report: SessionReport
    var place: Int
  }

  private var waiting: [SessionReport.Key: Waiting] = [:]
  private(set) var rejected: [RejectedSession] = []
  private var places = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { waiting.count }

  /// In the order in which they came.
  var pending: [SessionReport] {
    waiting.values.sorted { $0.place < $1.place }.map(\.report)
  }

  func report(_ key: SessionReport.Key) -> SessionReport? { waiting[key]?.report }

  /// The fewest records that lead here.
  var records: [QueueRecord] { rejected.map(QueueRecord.rejected) + pending.map(QueueRecord.put) }

  mutating func apply(_ record: QueueRecord) {
    switch record {
    case .put(let report):
      put(report)
    case .settled(let report):
      // Extended since it was sent: then the rest is still to be sent.
      if waiting[report.key]?.report == report { waiting[report.key] = nil }
    case .rejected(let rejection):
      if let present = waiting[rejection.report.key]?.report, present != rejection.report { return }
      waiting[rejection.report.key] = nil
      reject(rejection)
    case .dismissed(let key):
      rejected.removeAll { $0.report.key == key }
    }
  }

  private mutating func put(_ report: SessionReport) {
    if let present = waiting[report.key] {
      waiting[report.key] = Waiting(report: present.report.extended(by: report), place: present.place)
      return
    }
    places += 1
    waiting[report.key] = Waiting(report: report, place: places)
    if waiting.count > capacity, let oldest = waiting.values.min(by: { $0.place < $1.place })?.report {
      waiting[oldest.key] = nil
      let errors = [FieldError(field: "", message: "More sessions were waiting than the device keeps")]
      reject(RejectedSession(report: oldest, errors: errors, rejectedAt: report.endedAt))
    }
  }

  private mutating func reject(_ rejection: RejectedSession) {
    rejected.removeAll { $0.report.key == rejection.report.key }
    rejected.append(rejection)
    if rejected.count > Limits.rejectedSessions { rejected.removeFirst() }
  }
}
