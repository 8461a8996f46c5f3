/// Where something that was reported is now.
public enum Delivery<Value: Sendable>: Sendable {
  case stored(Value)
  /// On the device, where the next upload of its ``OfflineQueue`` sends it; or sent behind what waited before it.
  case queued

  /// What the server made of it, if it has it.
  public var value: Value? {
    if case .stored(let value) = self { value } else { nil }
  }
}

extension Delivery: Equatable where Value: Equatable {}
extension Delivery: Hashable where Value: Hashable {}

/// Where a reported listening session is now.
public typealias SessionDelivery = Delivery<ListeningSession>

extension Delivery<ListeningSession> {
  public var session: ListeningSession? { value }
}

extension WaymarkClient {
  /// Keeps the item in the queue, if there is one, before it is sent; there it stays when the server cannot have it
  /// now, and moves to the rejected ones when the server will never take it.
  func deliver<Report: OfflineReport, Value: Sendable>(
    _ report: Report, by queue: OfflineQueue?, _ send: @Sendable (Report) async throws(APIError) -> Value
  ) async throws(APIError) -> Delivery<Value> {
    guard let queue else { return .stored(try await send(report)) }
    // What waits may hold more of the same than this report does.
    let whole = try await queue.enqueue(report.offlineItem)
    do throws(APIError) {
      if whole.kind == .diversity, await queue.hasBefore(whole) {
        // What was said earlier must not become the last word.
        _ = try await queue.upload(through: self)
        return .queued
      }
      let value = try await send(Report(whole) ?? report)
      try await queue.settle(whole)
      // The network is there: what waited for it goes along.
      if await !queue.isEmpty { Task { try? await queue.upload(through: self) } }
      return .stored(value)
    } catch {
      if let errors = error.refusedItem(whole) { try await queue.reject(whole, errors, at: time.now()) }
      if error.isRetryable { return .queued }
      throw error
    }
  }
}

extension OfflineQueue {
  /// Whether others of its kind came earlier and still wait.
  func hasBefore(_ item: OfflineItem) -> Bool {
    pendingItems.first { $0.kind == item.kind } != item
  }
}
