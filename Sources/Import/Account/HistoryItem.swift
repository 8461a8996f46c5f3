import Chronology
import Domain
import Proto

/// One event of a document, with its place and when it happened.
struct HistoryItem: Hashable, Sendable {
  var line: Int
  var seq: Int64
  var recordedAt: Instant
  /// Nil for what the document does not give away: events of public links.
  var event: Event?

  init(line: Int, _ element: [UInt8]) throws(RowProblem) {
    guard let value = JSONValue(element) else { throw RowProblem("is no JSON") }
    guard let number = value["seq"]?.number, let seq = Int64(exactly: number) else {
      throw RowProblem("has no seq")
    }
    guard let recordedAt = value["recordedAt"]?.text.flatMap({ Instant(rfc3339: $0) }) else {
      throw RowProblem("event \(seq): its recordedAt is no instant")
    }
    self.line = line
    self.seq = seq
    self.recordedAt = recordedAt
    switch value["event"] {
    case .null: event = nil
    case .list(let parts):
      do throws(Fault) {
        event = try CBORDecoder.decode(Event.self, from: JSONValue.list(parts).cbor)
      } catch {
        let fields = (error.fields ?? []).map { "\($0.field) \($0.message)" }
        throw RowProblem("event \(seq): \(RowProblem.quoted(([error.message] + fields).joined(separator: "; ")))")
      }
    default: throw RowProblem("event \(seq): is no event")
    }
  }

  func problem(_ reason: String) -> String { "event \(seq): \(reason)" }
}

/// Takes the bytes of a document as they come, and gives its events one at a time.
struct HistoryReader {
  private var elements = JSONElements(["events"])

  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ each: (Int, Result<HistoryItem, RowProblem>) -> Void
  ) throws(ImportRefusal) {
    try elements.read(bytes) { line, element throws(ImportRefusal) in
      each(line, Result { () throws(RowProblem) in try HistoryItem(line: line, element) })
    }
  }

  func finish() throws(ImportRefusal) { try elements.finish() }
}

extension JSONValue {
  /// Every whole number up to this is a number of its own.
  private static let greatestWhole = 9_007_199_254_740_992.0

  /// The same as CBOR, which an event is decoded from. Instants stay texts, which are taken for them.
  var cbor: [UInt8] {
    var writer = CBORWriter()
    write(into: &writer)
    return writer.bytes
  }

  private func write(into writer: inout CBORWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.bool(flag)
    case .number(let number):
      let isWhole = number == number.rounded() && abs(number) <= Self.greatestWhole
      if isWhole { writer.integer(Int64(number)) } else { writer.float(number) }
    case .text(let text): writer.text(text)
    case .list(let items):
      writer.array(items.count)
      for item in items { item.write(into: &writer) }
    case .object(let members):
      writer.map(members.count)
      for (key, value) in members {
        writer.text(key)
        value.write(into: &writer)
      }
    }
  }
}
