import Chronology
import JSON
import Proto

/// Writes CBOR items of this program as JSON text, without knowing their types.
enum ItemJSON {
  static func text(_ value: some Encodable) throws -> String {
    try text(ofItem: try CBOREncoder.encode(value))
  }

  static func text(ofItem bytes: [UInt8]) throws -> String {
    var writer = JSONWriter()
    try bytes.withUnsafeBytes { bytes in
      var reader = CBORReader(bytes)
      try write(&reader, depth: 0, to: &writer)
    }
    return writer.text
  }

  private static func write(_ reader: inout CBORReader, depth: Int, to writer: inout JSONWriter) throws {
    guard depth < CBORLimits.depth else { throw CBORError(.tooDeep, at: reader.offset) }
    switch try reader.next() {
    case .unsigned(let value): writer.appending { JSONBytes.append(value, to: &$0) }
    case .negative(let value): writer.value(.integer(Int(-1 - Int64(clamping: value))))
    case .float(let value): writer.value(.number(value))
    case .bool(let value): writer.value(.bool(value))
    case .text(let text): writer.text(String(decoding: text, as: UTF8.self))
    case .array(let count?):
      try writer.list { writer in
        for _ in 0..<count { try write(&reader, depth: depth + 1, to: &writer) }
      }
    case .map(let count?):
      try writer.object { writer in
        for _ in 0..<count {
          guard case .text(let name) = try reader.next() else { throw CBORError(.reservedHead, at: reader.offset) }
          writer.name(String(decoding: name, as: UTF8.self))
          try write(&reader, depth: depth + 1, to: &writer)
        }
      }
    case .tag(1): writer.text(try instant(&reader).description)
    case .tag: try write(&reader, depth: depth + 1, to: &writer)
    case .null, .undefined, .simple: writer.value(.null)
    case .bytes, .bytesInPieces, .textInPieces, .array(nil), .map(nil), .end:
      throw CBORError(.reservedHead, at: reader.offset)
    }
  }

  private static func instant(_ reader: inout CBORReader) throws -> Instant {
    switch try reader.next() {
    case .unsigned(let value): return Instant(seconds: Int64(clamping: value))
    case .negative(let value): return Instant(seconds: -1 - Int64(clamping: value))
    case .float(let value): return Instant(seconds: Int64(value.rounded(.down)))
    default: throw CBORError(.reservedHead, at: reader.offset)
    }
  }
}
