import API
import Chronology
import Domain
import Proto

/// Replays the history of a document by the calls that created it, in order and each as of its instant. So results that
/// depend on the order, such as unlocked milestones and points, are the same.
struct HistoryWriter {
  let client: ImportClient
  /// The number of anomalies by event number.
  let anomalies: [Int64: Int]
  let isDryRun: Bool
  let now: Instant
  private var known: KnownHistory
  private var report = ImportReport()
  private var waiting: [HistoryItem] = []
  private var batches = HistoryBatch.Kind.allCases.map { HistoryBatch($0) }

  private var timers: HistoryTimer

  init(
    client: ImportClient, anomalies: [Int64: Int], isDryRun: Bool, now: Instant, known: KnownHistory
  ) {
    self.client = client
    self.anomalies = anomalies
    self.isDryRun = isDryRun
    self.now = now
    self.known = known
    timers = HistoryTimer(client)
  }

  mutating func append(_ result: Result<HistoryItem, RowProblem>, line: Int) {
    switch result {
    case .success(let item): waiting.append(item)
    case .failure(let problem): report.reject(.events, line: line, problem.reason)
    }
  }

  /// Writes the appended events except the last few, to which following events may belong.
  mutating func write() async throws(Fault) {
    try await write(leaving: StoppedTimer.mostItems - 1)
  }

  mutating func finish() async throws(Fault) -> ImportReport {
    try await write(leaving: 0)
    try await flush()
    report.sortProblems()
    return report
  }

  private mutating func write(leaving count: Int) async throws(Fault) {
    var place = 0
    while waiting.count - place > count {
      let item = waiting[place]
      if let stopped = StoppedTimer(waiting[place...]) {
        try await write(stopped, item)
        place += stopped.items
      } else {
        if let event = item.event, !event.subjects.isEmpty { try await write(event, item) }
        place += 1
      }
    }
    waiting.removeFirst(place)
  }

  private mutating func write(_ event: Event, _ item: HistoryItem) async throws(Fault) {
    guard known.isNew(event) else { return report.addExisting(event.kind) }
    if let reason = event.reason(now: min(item.recordedAt, now)) { return reject(item, event.kind, reason) }
    if isDryRun { return report.add(event.kind) }
    if let (kind, call, isExact) = try event.batched { return try await batch(item, kind, call, isExact: isExact) }
    try await flush(event.touched)
    do throws(Fault) {
      try await perform(event, item)
      report.add(event.kind)
    } catch {
      guard error.isRejection else { throw error }
      // The item to remove does not exist any more.
      if error.code == .notFound, event.isRemoval { return report.addExisting(event.kind) }
      reject(item, event.kind, error.reason)
    }
  }

  private mutating func perform(_ event: Event, _ item: HistoryItem) async throws(Fault) {
    switch event {
    case .reading(.timerStarted(let event)): try await timers.start(event.timer)
    case .reading(.timerDiscarded(let event)): try await timers.discard(event.timer, at: item.recordedAt)
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers:
      timers.noteOtherCall()
      try await client.repeatCall(of: event, at: item.recordedAt, anomalies: anomalies[item.seq] ?? 0)
    }
  }

  /// Writes a stopped timer and its session.
  private mutating func write(_ stopped: StoppedTimer, _ item: HistoryItem) async throws(Fault) {
    // All events belong to one session, so the first decides for all.
    let news = waiting.drop { $0 != item }.prefix(stopped.items).compactMap(\.event).map { known.isNew($0) }
    guard news.first == true else { return report.addExisting(.reading) }
    if let session = stopped.session, let reason = session.reason(now: min(item.recordedAt, now)) {
      return reject(item, .reading, reason)
    }
    if isDryRun { return report.add(.reading) }
    try await flush([.reading])
    do throws(Fault) {
      if try await timers.stop(stopped, at: item.recordedAt) {
        report.add(.reading)
      } else if let session = stopped.session {
        // Another timer was running instead: the session is recorded without a timer.
        try await batch(item, .reading, RawCBOR(bytes: try CBOREncoder.encode(SessionAPI.RecordReading(session))))
      } else {
        report.addExisting(.reading)
      }
    } catch {
      guard error.isRejection else { throw error }
      reject(item, .reading, error.reason)
    }
  }

  /// Adds a session to a batch. A session with an anomaly needs its exact instant, which the anomaly contains.
  private mutating func batch(
    _ item: HistoryItem, _ kind: HistoryBatch.Kind, _ call: RawCBOR, isExact: Bool = false
  ) async throws(Fault) {
    if isExact || !batches[kind.rawValue].hasRoom(for: item, call) { try await flush(kind) }
    batches[kind.rawValue].append(item, call)
    if isExact { try await flush(kind) }
  }

  private mutating func flush(_ kinds: [HistoryBatch.Kind] = HistoryBatch.Kind.allCases) async throws(Fault) {
    for kind in kinds { try await flush(kind) }
  }

  private mutating func flush(_ kind: HistoryBatch.Kind) async throws(Fault) {
    let batch = batches[kind.rawValue]
    guard !batch.isEmpty else { return }
    batches[kind.rawValue] = HistoryBatch(kind)
    var reasons: [String?]
    do throws(Fault) {
      reasons = try await batch.send(by: client)
    } catch {
      guard error.isRejection else { throw error }
      reasons = batch.items.map { _ in error.reason }
    }
    for (item, reason) in zip(batch.items, reasons) {
      let kind = item.event?.kind ?? .events
      if let reason { reject(item, kind, reason) } else { report.add(kind) }
    }
  }

  private mutating func reject(_ item: HistoryItem, _ kind: ImportReport.Kind, _ reason: String) {
    report.reject(kind, line: item.line, item.problem(reason))
  }
}
