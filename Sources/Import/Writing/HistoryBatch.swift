import API
import Chronology
import Domain
import Proto

/// Consecutive sessions of one kind, written in one call.
struct HistoryBatch {
  enum Kind: Int, CaseIterable {
    case listening, reading, rucks
  }

  let kind: Kind
  private(set) var items: [HistoryItem] = []
  private var calls: [RawCBOR] = []
  private var byteCount = 0
  /// When the first and the last session were recorded. All are written as of the last instant, which permits
  /// everything that an earlier one does.
  private var span: ClosedRange<Instant>?

  init(_ kind: Kind) {
    self.kind = kind
  }

  var isEmpty: Bool { items.isEmpty }

  func hasRoom(for item: HistoryItem, _ call: RawCBOR) -> Bool {
    let span = span(with: item)
    return items.count < ImportLimits.eventsPerCall && byteCount + call.bytes.count <= ImportLimits.bytesPerCall
      && span.upperBound - span.lowerBound <= ImportLimits.secondsPerCall
  }

  private func span(with item: HistoryItem) -> ClosedRange<Instant> {
    guard let span else { return item.recordedAt...item.recordedAt }
    return min(span.lowerBound, item.recordedAt)...max(span.upperBound, item.recordedAt)
  }

  mutating func append(_ item: HistoryItem, _ call: RawCBOR) {
    items.append(item)
    calls.append(call)
    byteCount += call.bytes.count
    span = span(with: item)
  }

  /// Sends the sessions and returns for each why it was rejected, or nil.
  func send(by client: ImportClient) async throws(Fault) -> [String?] {
    guard let at = span?.upperBound else { return [] }
    let problems: [Problem?] =
      switch kind {
      case .listening:
        try await client.call(SessionAPI.RecordListeningBatch(sessions: calls), at: at).value.results.map(\.error)
      case .reading:
        try await client.call(SessionAPI.RecordReadingBatch(sessions: calls), at: at).value.results.map(\.error)
      case .rucks: try await client.call(SessionAPI.RecordRuckBatch(rucks: calls), at: at).value.results.map(\.error)
      }
    return problems.map { $0?.reason }
  }
}
