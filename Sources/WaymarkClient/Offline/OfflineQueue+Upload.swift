import Foundation

/// Uploads.
extension OfflineQueue {
  /// Sends all queued items: sessions and rucks in batches, answers about works one by one.
  ///
  /// Concurrent calls share one upload, which continues if a caller is cancelled. If an error stops the upload, this
  /// throws it and the remaining items stay queued. While the server's `Retry-After` has not passed, this throws
  /// ``APIError/rateLimited(retryAfterSeconds:)`` without sending anything.
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
      // Without suspension since the last read of the queue, so no later item can be missed.
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
    // Also reads items that another process has added.
    guard !isEmpty else { return summary }
    while let kind = state.oldestKind(except: skipped) {
      if let seconds = client.busy.secondsLeft(client.time.elapsed()) {
        throw failure ?? .rateLimited(retryAfterSeconds: seconds)
      }
      do throws(APIError) {
        try await send(next(kind), through: client, &summary)
      } catch {
        // One service is unavailable. Other kinds may not need it.
        guard case .server = error else { throw error }
        skipped.insert(kind)
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return summary
  }

  /// Returns the batch of an earlier run that has no response yet, or the next batch.
  private func next(_ kind: OfflineItem.Kind) throws(APIError) -> [OfflineItem] {
    if let sent = state.sentBatches[kind] {
      let items = sent.keys.compactMap(state.item)
      if items.count == sent.keys.count, try Self.checksum(items) == sent.checksum { return items }
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
      guard let errors = batch.count > 1 ? error.rejectedContent : error.rejectionErrors(for: batch.first) else {
        throw error
      }
      guard batch.count > 1 else {
        for item in batch { try reject(item, errors, at: client.time.now()) }
        summary.rejected += batch.count
        return
      }
      // One item makes the server reject the whole batch. Halving finds it, and the others are stored.
      let middle = batch.count / 2
      try await send(Array(batch[..<middle]), through: client, &summary)
      return try await send(Array(batch[middle...]), through: client, &summary)
    }
    try conclude(batch, results, &summary, now: client.time.now())
  }

  /// Returns the idempotency key of the batch. It is on disk before the batch is sent, so a restart sends the same
  /// batch with the same key.
  private func key(for batch: [OfflineItem]) throws(APIError) -> String {
    if case .diversity(let report) = batch.first { return report.idempotencyKey }
    let checksum = try Self.checksum(batch)
    let keys = batch.map(\.key)
    if let kind = keys.first?.kind, let known = state.sentBatches[kind], known.keys == keys, known.checksum == checksum
    {
      return known.idempotencyKey
    }
    let sent = SentBatch(idempotencyKey: UUID().uuidString, keys: keys, checksum: checksum)
    try change { _ in [.sending(sent)] }
    return sent.idempotencyKey
  }

  private func conclude(
    _ batch: [OfflineItem], _ results: [ItemResult], _ summary: inout UploadSummary, now: Date
  ) throws(APIError) {
    var records: [QueueRecord] = []
    var failure: APIError?
    // Items that were extended in the meantime stay queued and are sent again.
    for (item, result) in zip(batch, results) where state.item(item.key) == item {
      let error = APIError(problem: result.error ?? Problem(), status: result.status)
      if result.status < 300 {
        records.append(.ending(item))
        summary.uploaded += 1
      } else if let errors = error.rejectionErrors(for: item) {
        records.append(.rejecting(RejectedItem(item: item, errors: errors, rejectedAt: now.wholeSecond)))
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

/// The result of an upload.
public struct UploadSummary: Sendable, Hashable {
  /// The number of items that the server has stored.
  public var uploaded = 0
  /// The number of items that the server has rejected.
  public var rejected = 0

  /// Creates a summary.
  public init(uploaded: Int = 0, rejected: Int = 0) {
    self.uploaded = uploaded
    self.rejected = rejected
  }
}

/// The result for one item of a batch.
struct ItemResult: Sendable {
  var status: Int
  var error: Problem?
}

extension WaymarkClient {
  /// Sends items of one kind and returns one result per item.
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
      throw .decoding("results: expected \(batch.count), found \(results.count)")
    }
    return results
  }
}

extension APIError {
  /// Returns the errors if the server will never accept the item: it is invalid, its work is deleted, or its prompt was
  /// answered elsewhere. Returns nil if a later attempt may succeed.
  func rejectionErrors(for item: OfflineItem?) -> [FieldError]? {
    switch self {
    case .conflict(let detail): [FieldError(field: "", message: detail ?? "This was changed elsewhere in the meantime")]
    case .notFound where item?.kind == .diversity: [FieldError(field: "workId", message: "The work no longer exists")]
    default: rejectedContent
    }
  }
}
