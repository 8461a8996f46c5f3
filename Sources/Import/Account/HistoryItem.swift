import Chronology
import Domain
import JSON
import Proto

/// One event of a document, with its line and its instant.
struct HistoryItem: Hashable, Sendable {
  var line: Int
  var seq: Int64
  var recordedAt: Instant
  /// Nil for events of public links, which the document does not contain.
  var event: Event?

  init(line: Int, _ element: [UInt8]) throws(RowProblem) {
    guard let value = JSONValue(element) else { throw RowProblem("not valid JSON") }
    guard let number = value["seq"]?.number, let seq = Int64(exactly: number) else {
      throw RowProblem("seq is missing or not valid")
    }
    guard let recordedAt = value["recordedAt"]?.text.flatMap({ Instant(rfc3339: $0) }) else {
      throw RowProblem("event \(seq): recordedAt is missing or not valid")
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
    default: throw RowProblem("event \(seq): member event is missing or not valid")
    }
  }

  func problem(_ reason: String) -> String { "event \(seq): \(reason)" }
}

/// Parses chunks of a document and passes on its events one at a time.
struct HistoryReader {
  private var elements = JSONElements(["events"])

  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ each: (Int, Result<HistoryItem, RowProblem>) -> Void
  ) throws(ImportError) {
    try elements.read(bytes) { line, element throws(ImportError) in
      each(line, Result { () throws(RowProblem) in try HistoryItem(line: line, element) })
    }
  }

  func finish() throws(ImportError) { try elements.finish() }
}

extension JSONValue {
  /// The largest integer up to which a double represents every integer.
  private static let greatestWhole = 9_007_199_254_740_992.0

  /// The value as CBOR, from which events are decoded. Instants stay texts, which the decoder accepts.
  var cbor: [UInt8] {
    var writer = CBORWriter()
    write(into: &writer)
    return writer.bytes
  }

  private func write(into writer: inout CBORWriter) {
    switch self {
    // The parser returns no raw text.
    case .null, .raw: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .integer(let number): writer.integer(Int64(number))
    case .number(let number):
      let isWhole = number == number.rounded() && abs(number) <= Self.greatestWhole
      if isWhole { writer.integer(Int64(number)) } else { writer.float(number) }
    case .text(let text): writer.text(text)
    case .list(let items):
      writer.array(items.count)
      for item in items { item.write(into: &writer) }
    case .object(let all):
      let members = Dictionary(all) { _, last in last }
      writer.map(members.count)
      for (key, value) in members {
        writer.text(key)
        value.write(into: &writer)
      }
    }
  }
}
