import Chronology
import Proto
import Service

/// Items that we have encoded ourselves, as JSON text: those of an event, of which no type need be known.
enum ItemJSON {
  static func text(_ value: some Encodable) throws -> String {
    try text(ofItem: try CBOREncoder.encode(value))
  }

  static func text(ofItem bytes: [UInt8]) throws -> String {
    try bytes.withUnsafeBytes { bytes in
      var reader = CBORReader(bytes)
      return try text(&reader, depth: 0)
    }
  }

  private static func text(_ reader: inout CBORReader, depth: Int) throws -> String {
    guard depth < CBORLimits.depth else { throw CBORError(.tooDeep, at: reader.offset) }
    switch try reader.next() {
    case .unsigned(let value): return String(value)
    case .negative(let value): return String(-1 - Int64(clamping: value))
    case .float(let value): return ExportCell.number(value).json
    case .bool(let value): return value ? "true" : "false"
    case .text(let text): return JSONText.quoted(String(decoding: text, as: UTF8.self))
    case .array(let count?): return try "[" + list(count, &reader, depth) + "]"
    case .map(let count?):
      let members = try (0..<count).map { _ in
        let name = try text(&reader, depth: depth + 1)
        return try name + ":" + text(&reader, depth: depth + 1)
      }
      return "{" + members.joined(separator: ",") + "}"
    case .tag(1): return try instant(&reader)
    case .tag: return try text(&reader, depth: depth + 1)
    case .null, .undefined, .simple: return "null"
    case .bytes, .bytesInPieces, .textInPieces, .array(nil), .map(nil), .end:
      throw CBORError(.reservedHead, at: reader.offset)
    }
  }

  private static func list(_ count: UInt64, _ reader: inout CBORReader, _ depth: Int) throws -> String {
    try (0..<count).map { _ in try text(&reader, depth: depth + 1) }.joined(separator: ",")
  }

  private static func instant(_ reader: inout CBORReader) throws -> String {
    switch try reader.next() {
    case .unsigned(let value): return "\"\(Instant(seconds: Int64(clamping: value)))\""
    case .negative(let value): return "\"\(Instant(seconds: -1 - Int64(clamping: value)))\""
    case .float(let value): return "\"\(Instant(seconds: Int64(value.rounded(.down))))\""
    default: throw CBORError(.reservedHead, at: reader.offset)
    }
  }
}
