import API
import Chronology
import Domain
import Proto

/// Sessions of one kind that were recorded one after the other: one call for many.
struct HistoryBatch {
  enum Kind: Int, CaseIterable {
    case listening, reading, rucks
  }

  let kind: Kind
  private(set) var items: [HistoryItem] = []
  private var calls: [RawCBOR] = []
  private var byteCount = 0
  /// When the last of them was recorded: a later instant allows what an earlier one does.
  private var at = Instant.earliestText

  init(_ kind: Kind) {
    self.kind = kind
  }

  var isEmpty: Bool { items.isEmpty }

  func hasRoom(for call: RawCBOR) -> Bool {
    items.count < ImportLimits.eventsPerCall && byteCount + call.bytes.count <= ImportLimits.bytesPerCall
  }

  mutating func append(_ item: HistoryItem, _ call: RawCBOR) {
    items.append(item)
    calls.append(call)
    byteCount += call.bytes.count
    at = max(at, item.recordedAt)
  }

  /// Why each was refused, nil where it was not.
  func send(by caller: ImportCaller) async throws(Fault) -> [String?] {
    let problems: [Problem?] =
      switch kind {
      case .listening:
        try await caller.call(SessionAPI.RecordListeningBatch(sessions: calls), at: at).value.results.map(\.error)
      case .reading:
        try await caller.call(SessionAPI.RecordReadingBatch(sessions: calls), at: at).value.results.map(\.error)
      case .rucks: try await caller.call(SessionAPI.RecordRuckBatch(rucks: calls), at: at).value.results.map(\.error)
      }
    return problems.map { $0?.reason }
  }
}
