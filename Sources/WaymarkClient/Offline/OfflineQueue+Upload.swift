import Foundation

/// Uploads.
extension OfflineQueue {
  /// Sends all that waits: sessions and rucks in batches, answers about works one by one. A call while an
  /// upload runs waits for that one; it goes on although a caller is cancelled, since it works for all. Throws
  /// what stopped it: the rest stays. Before the time that a busy server has asked for is over, nothing is sent.
  @discardableResult
  public func upload(through client: WaymarkClient) async throws(APIError) -> UploadSummary {
    let task = running?.task ?? begin(client)
    return try await task.value.get()
  }

  private func begin(_ client: WaymarkClient) -> Task<Result<UploadSummary, APIError>, Never> {
    uploads += 1
    let number = uploads
    let task = Task {
      let outcome: Result<UploadSummary, APIError>
      do throws(APIError) {
        outcome = .success(try await sendAll(through: client))
      } catch {
        outcome = .failure(error)
      }
      // In the same turn as the last read of what waits: nothing that comes later can be missed.
      if running?.number == number { running = nil }
      return outcome
    }
    running = (number, task)
    return task
  }

  private func sendAll(through client: WaymarkClient) async throws(APIError) -> UploadSummary {
    var summary = UploadSummary()
    var skipped: Set<OfflineItem.Kind> = []
    var failure: APIError?
    // For what another process has put there.
    guard !isEmpty else { return summary }
    while let kind = state.oldestKind(except: skipped) {
      if let seconds = client.busy.secondsLeft(client.time.elapsed()) {
        throw failure ?? .rateLimited(retryAfterSeconds: seconds)
      }
      do throws(APIError) {
        try await send(next(kind), through: client, &summary)
      } catch {
        // A part of the server is away: the other kinds may not need it.
        guard case .server = error else { throw error }
        skipped.insert(kind)
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return summary
  }

  /// The batch that was under way when the app ended, or the next one.
  private func next(_ kind: OfflineItem.Kind) throws(APIError) -> [OfflineItem] {
    if let shipment = state.shipments[kind] {
      let items = shipment.keys.compactMap(state.item)
      if items.count == shipment.keys.count, try Self.checksum(items) == shipment.checksum { return items }
    }
    return Array(state.pending(kind).prefix(kind == .diversity ? 1 : Limits.sessionsPerBatch))
  }

  private func send(
    _ batch: [OfflineItem], through client: WaymarkClient, _ summary: inout UploadSummary
  ) async throws(APIError) {
    let results: [ItemResult]
    do throws(APIError) {
      results = try await client.post(batch, idempotencyKey: key(for: batch))
    } catch {
      guard let errors = batch.count > 1 ? error.refusedContent : error.refusedItem(batch.first) else { throw error }
      guard batch.count > 1 else {
        for item in batch { try reject(item, errors, at: client.time.now()) }
        summary.rejected += batch.count
        return
      }
      // One of them spoils the whole: halving finds it, and the others get through.
      let middle = batch.count / 2
      try await send(Array(batch[..<middle]), through: client, &summary)
      return try await send(Array(batch[middle...]), through: client, &summary)
    }
    try conclude(batch, results, &summary, now: client.time.now())
  }

  /// On the disk with what it is for before anything is sent: after a crash the same batch goes under the same key.
  private func key(for batch: [OfflineItem]) throws(APIError) -> String {
    if case .diversity(let report) = batch.first { return report.idempotencyKey }
    let checksum = try Self.checksum(batch)
    let keys = batch.map(\.key)
    if let kind = keys.first?.kind, let known = state.shipments[kind], known.keys == keys, known.checksum == checksum {
      return known.idempotencyKey
    }
    let shipment = Shipment(idempotencyKey: UUID().uuidString, keys: keys, checksum: checksum)
    try change { _ in [.sending(shipment)] }
    return shipment.idempotencyKey
  }

  private func conclude(
    _ batch: [OfflineItem], _ results: [ItemResult], _ summary: inout UploadSummary, now: Date
  ) throws(APIError) {
    var records: [QueueRecord] = []
    var failure: APIError?
    // What was extended while it was sent is judged again with its new end.
    for (item, result) in zip(batch, results) where state.item(item.key) == item {
      let error = APIError(problem: result.error ?? Problem(), status: result.status)
      if result.status < 300 {
        records.append(.ending(item))
        summary.uploaded += 1
      } else if let errors = error.refusedItem(item) {
        records.append(.refusing(RejectedItem(item: item, errors: errors, rejectedAt: now.wholeSecond)))
        summary.rejected += 1
      } else {
        failure = error
      }
    }
    if records.isEmpty, let kind = batch.first?.kind { records.append(.answered(kind)) }
    try change { [records] _ in records }
    if let failure { throw failure }
  }

  private static func checksum(_ batch: [OfflineItem]) throws(APIError) -> String {
    try WireFormat.encode(batch).checksum
  }
}

/// What an upload did.
public struct UploadSummary: Sendable, Hashable {
  public var uploaded = 0
  public var rejected = 0

  public init(uploaded: Int = 0, rejected: Int = 0) {
    self.uploaded = uploaded
    self.rejected = rejected
  }
}

/// What became of one item of a batch.
struct ItemResult: Sendable {
  var status: Int
  var error: Problem?
}

extension WaymarkClient {
  /// Items of one kind, one result each.
  func post(_ batch: [OfflineItem], idempotencyKey key: String) async throws(APIError) -> [ItemResult] {
    var listening: [SessionReport] = []
    var readings: [ReadingReport] = []
    var rucks: [RuckReport] = []
    var answers: [DiversityReport] = []
    for item in batch {
      switch item {
      case .listening(let report): listening.append(report)
      case .reading(let report): readings.append(report)
      case .ruck(let report): rucks.append(report)
      case .diversity(let report): answers.append(report)
      }
    }
    var results: [ItemResult] = []
    if !listening.isEmpty {
      results += try await recordSessions(listening, key).map { ItemResult(status: $0.status, error: $0.error) }
    }
    if !readings.isEmpty {
      results += try await recordReadings(readings, key).map { ItemResult(status: $0.status, error: $0.error) }
    }
    if !rucks.isEmpty {
      results += try await recordRucks(rucks, key).map { ItemResult(status: $0.status, error: $0.error) }
    }
    for answer in answers {
      _ = try await recordDiversity(answer)
      results.append(ItemResult(status: 200))
    }
    guard results.count == batch.count else {
      throw .decoding("results: \(results.count) of them for \(batch.count) items")
    }
    return results
  }
}

extension APIError {
  /// What was sent is wrong, or something stands against it for good: a work that is gone, a question answered
  /// elsewhere. Nil where the same may be accepted later.
  func refusedItem(_ item: OfflineItem?) -> [FieldError]? {
    switch self {
    case .conflict(let detail): [FieldError(field: "", message: detail ?? "It was changed somewhere else")]
    case .notFound where item?.kind == .diversity: [FieldError(field: "workId", message: "This is no longer there")]
    default: refusedContent
    }
  }
}
