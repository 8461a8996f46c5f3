import Foundation

/// Uploads.
extension OfflineQueue {
  /// Sends all that waits, in batches. Whoever calls while an upload runs waits for that one; it goes on although a
  /// caller is cancelled, since it works for everybody. Throws what stopped it: the rest stays.
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
      // In the same turn as the last look at what waits: nothing that comes later can be missed.
      if running?.number == number { running = nil }
      return outcome
    }
    running = (number, task)
    return task
  }

  private func sendAll(through client: WaymarkClient) async throws(APIError) -> UploadSummary {
    var summary = UploadSummary()
    while state.count > 0 {
      try await send(state.pending.prefix(Limits.sessionsPerBatch), through: client, &summary)
    }
    return summary
  }

  private func send(
    _ batch: ArraySlice<SessionReport>, through client: WaymarkClient, _ summary: inout UploadSummary
  ) async throws(APIError) {
    let results: [BatchResult]
    do throws(APIError) {
      results = try await client.recordSessions(Array(batch))
    } catch {
      guard let errors = error.refusedContent else { throw error }
      guard batch.count > 1 else {
        let now = client.time.now()
        for report in batch { try reject(report, errors, at: now) }
        summary.rejected += 1
        return
      }
      // One of them spoils the whole: halving finds it, and the others get through.
      let middle = batch.startIndex + batch.count / 2
      try await send(batch[..<middle], through: client, &summary)
      return try await send(batch[middle...], through: client, &summary)
    }
    try conclude(batch, results, &summary, now: client.time.now())
  }

  private func conclude(
    _ batch: ArraySlice<SessionReport>, _ results: [BatchResult], _ summary: inout UploadSummary, now: Date
  ) throws(APIError) {
    var records: [QueueRecord] = []
    var failure: APIError?
    // What was extended while it was sent is judged again with its new end.
    for (report, result) in zip(batch, results) where state.report(report.key) == report {
      switch result.status {
      case 200..<300:
        records.append(.settled(report))
        summary.uploaded += 1
      case 422:
        let error = APIError(problem: result.error ?? Problem(), status: 422)
        records.append(
          .rejected(RejectedSession(report: report, errors: error.refusedContent ?? [], rejectedAt: now)))
        summary.rejected += 1
      default:
        failure = APIError(problem: result.error ?? Problem(), status: result.status)
      }
    }
    try record(records)
    if let failure { throw failure }
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
