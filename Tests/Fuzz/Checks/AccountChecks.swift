import Domain

@testable import Import

extension FuzzTarget {
  private struct Reading: Equatable {
    /// What the document says of itself, where it is one.
    var lastEvent: Int?
    var anomalies: [Int64: Int] = [:]
    var isWhole = false
    var items: [Result<HistoryItem, RowProblem>] = []
  }

  /// Reads the bytes as the document of an account: whatever they are, each event is read or reported, in whatever
  /// pieces they come; and what an account has lived through is never new to it.
  func checkAccount(_ bytes: [UInt8]) {
    let whole = Self.read(bytes, by: max(1, bytes.count))
    precondition(whole == Self.read(bytes, by: 7), "the pieces decide what is read")
    let events = whole.items.compactMap { try? $0.get().event }.filter { !$0.subjects.isEmpty }
    var known = KnownHistory()
    precondition(events.allSatisfy { known.isNew($0) }, "an account without a history knows an event")
    for event in events { known.insert(event) }
    precondition(!events.contains { known.isNew($0) }, "an account does not know its own history")
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
      reading.isWhole = true
    } catch {
      reading.isWhole = false
    }
    return reading
  }
}
