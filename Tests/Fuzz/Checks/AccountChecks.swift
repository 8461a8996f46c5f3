import Domain

@testable import Import

extension FuzzTarget {
  private struct Reading: Equatable {
    /// The properties of the document, if it is one.
    var lastEvent: Int?
    var anomalies: [Int64: Int] = [:]
    var isComplete = false
    var items: [Result<HistoryItem, RowProblem>] = []
  }

  /// Reads the bytes as an account document. Each event is read or reported, independent of the chunks, and the
  /// account's own history is never new to it.
  func checkAccount(_ bytes: [UInt8]) {
    let whole = Self.read(bytes, by: max(1, bytes.count))
    precondition(whole == Self.read(bytes, by: 7), "the result depends on the chunks")
    let events = whole.items.compactMap { try? $0.get().event }.filter { !$0.subjects.isEmpty }
    var known = KnownHistory()
    precondition(events.allSatisfy { known.isNew($0) }, "an event is known to an empty account")
    for event in events { known.insert(event) }
    precondition(!events.contains { known.isNew($0) }, "an event is new to its own account")
  }

  private static func read(_ bytes: [UInt8], by count: Int) -> Reading {
    var (document, reader, reading) = (AccountDocument(), HistoryReader(), Reading())
    do throws(ImportError) {
      for start in stride(from: 0, to: bytes.count, by: count) {
        try document.read(bytes[start..<min(start + count, bytes.count)])
      }
      try document.finish()
      (reading.lastEvent, reading.anomalies) = (document.lastEvent, document.anomalies)
    } catch {
      reading.lastEvent = nil
    }
    do throws(ImportError) {
      for start in stride(from: 0, to: bytes.count, by: count) {
        try reader.read(bytes[start..<min(start + count, bytes.count)]) { reading.items.append($1) }
      }
      try reader.finish()
      reading.isComplete = true
    } catch {
      reading.isComplete = false
    }
    return reading
  }
}
