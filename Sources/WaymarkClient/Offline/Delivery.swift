/// The state of a reported item: stored on the server, or queued on the device.
public enum Delivery<Value: Sendable>: Sendable {
  /// The server has stored it.
  case stored(Value)
  /// It is in the ``OfflineQueue``, and the next upload sends it. Also returned if it was sent after older items of its
  /// kind.
  case queued

  /// The value that the server has stored, or nil if the item is queued.
  public var value: Value? {
    if case .stored(let value) = self { value } else { nil }
  }
}

extension Delivery: Equatable where Value: Equatable {}
extension Delivery: Hashable where Value: Hashable {}

/// The state of a reported listening session: stored on the server, or queued on the device.
public typealias SessionDelivery = Delivery<ListeningSession>

extension Delivery<ListeningSession> {
  /// The session that the server has stored, or nil if it is queued.
  public var session: ListeningSession? { value }
}

extension WaymarkClient {
  /// Stores the item in the queue, if there is one, then sends it. The item stays in the queue if the server is
  /// unavailable, and becomes a rejected item if the server rejects it permanently.
  func deliver<Report: OfflineReport, Value: Sendable>(
    _ report: Report, by queue: OfflineQueue?, _ send: @Sendable (Report) async throws(APIError) -> Value
  ) async throws(APIError) -> Delivery<Value> {
    guard let queue else { return .stored(try await send(report)) }
    // The queued item may be longer than this report.
    let whole = try await queue.enqueue(report.offlineItem)
    do throws(APIError) {
      if whole.kind == .diversity, await queue.hasEarlier(whole) {
        // Send older answers first, so that the latest one wins.
        _ = try await queue.upload(through: self)
        return .queued
      }
      let value = try await send(Report(whole) ?? report)
      try await queue.settle(whole)
      // The network works, so send the other items too.
      if await !queue.isEmpty { Task { try? await queue.upload(through: self) } }
      return .stored(value)
    } catch {
      if let errors = error.rejectionErrors(for: whole) { try await queue.reject(whole, errors, at: time.now()) }
      if error.isRetryable { return .queued }
      throw error
    }
  }
}

extension OfflineQueue {
  /// Whether an older item of the same kind is still queued.
  func hasEarlier(_ item: OfflineItem) -> Bool {
    pendingItems.first { $0.kind == item.kind } != item
  }
}
