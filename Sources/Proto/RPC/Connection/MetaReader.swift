import CBOR
import Chronology

/// Reads the meta of a request. Unknown members are skipped. A mistyped or duplicate member is an error. Duplicate
/// unknown members are found earlier, by the check of all keys.
struct MetaReader {
  private enum Member: UInt8 {
    case user, deadline, trace, key, digest, at, head
  }

  private(set) var meta = CallMeta()
  private var seen: UInt8 = 0

  mutating func read(_ reader: inout CBORReader) throws {
    guard case .map(let count) = try reader.next() else { throw Fault(.invalid, "the meta of a request must be a map") }
    var left = count ?? UInt64.max
    while left > 0 {
      switch try reader.next() {
      case .text(let key): try readMember(key, &reader)
      case .textInPieces:
        let key = try reader.restOfText()
        try key.withUnsafeBytes { try readMember($0, &reader) }
      case .end where count == nil: return
      default: throw Fault(.invalid, "the keys of the meta must be text")
      }
      left -= 1
    }
  }

  private mutating func readMember(_ key: UnsafeRawBufferPointer, _ reader: inout CBORReader) throws {
    guard let member = MetaReader.member(key) else { return try reader.skip() }
    let bit = UInt8(1) << member.rawValue
    guard seen & bit == 0 else { throw MetaReader.invalid("\(member)", "occurs twice") }
    seen |= bit
    switch member {
    case .user: meta.user = try text(&reader, member)
    case .trace: meta.trace = try text(&reader, member)
    case .key: meta.key = try text(&reader, member)
    case .deadline: meta.deadline = try milliseconds(&reader)
    case .digest: meta.digest = try bytes(&reader)
    case .at: meta.at = try instant(&reader)
    case .head: meta.head = try head(&reader)
    }
  }

  /// Compares lengths first, because this runs for every call.
  @inline(__always)
  private static func member(_ key: UnsafeRawBufferPointer) -> Member? {
    switch key.count {
    case 2: key.elementsEqual("at".utf8) ? .at : nil
    case 3: key.elementsEqual("key".utf8) ? .key : nil
    case 4: key.elementsEqual("user".utf8) ? .user : key.elementsEqual("head".utf8) ? .head : nil
    case 5: key.elementsEqual("trace".utf8) ? .trace : nil
    case 6: key.elementsEqual("digest".utf8) ? .digest : nil
    case 8: key.elementsEqual("deadline".utf8) ? .deadline : nil
    default: nil
    }
  }

  private func text(_ reader: inout CBORReader, _ member: Member) throws -> String? {
    let text: String?
    switch try reader.next() {
    case .null: return nil
    case .text(let bytes): text = String(validating: bytes, as: UTF8.self)
    case .textInPieces: text = String(validating: try reader.restOfText(), as: UTF8.self)
    default: throw MetaReader.invalid("\(member)", "must be text")
    }
    guard let text else { throw MetaReader.invalid("\(member)", "is not UTF-8") }
    return text
  }

  private func milliseconds(_ reader: inout CBORReader) throws -> Int? {
    switch try reader.next() {
    case .unsigned(let milliseconds): Int(min(milliseconds, UInt64(RPCLimits.deadlineMilliseconds)))
    case .null: nil
    default: throw MetaReader.invalid("deadline", "must be a number of milliseconds, 0 or more")
    }
  }

  private func instant(_ reader: inout CBORReader) throws -> Instant? {
    switch try reader.next() {
    case .null: return nil
    case .text(let text):
      if let instant = Instant(rfc3339: text) { return instant }
    case .tag(1):
      switch try reader.next() {
      case .unsigned(let seconds): return Instant(seconds: Int64(clamping: seconds))
      case .negative(let value): return Instant(seconds: -1 - Int64(clamping: value))
      default: break
      }
    default: break
    }
    throw MetaReader.invalid("at", "must be an instant")
  }

  /// Reads an array of two integers.
  private func head(_ reader: inout CBORReader) throws -> CallMeta.Head? {
    switch try reader.next() {
    case .null: return nil
    case .array(let count) where count == 2 || count == nil:
      let (seq, checksum) = (try integer(&reader), try integer(&reader))
      if count == nil { guard case .end = try reader.next() else { break } }
      guard let seq, let checksum, seq >= 0 else { break }
      return CallMeta.Head(seq: seq, checksum: checksum)
    default: break
    }
    throw MetaReader.invalid("head", "must be an array of a seq and a checksum")
  }

  private func integer(_ reader: inout CBORReader) throws -> Int64? {
    switch try reader.next() {
    case .unsigned(let value): Int64(exactly: value)
    case .negative(let value): Int64(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  private func bytes(_ reader: inout CBORReader) throws -> [UInt8]? {
    switch try reader.next() {
    case .null: return nil
    case .bytes(let bytes): return Array(bytes)
    case .bytesInPieces:
      var whole: [UInt8] = []
      while case .bytes(let piece) = try reader.next() { whole.append(contentsOf: piece) }
      return whole
    default: throw MetaReader.invalid("digest", "must be a byte string")
    }
  }

  static func invalid(_ key: String, _ message: String) -> Fault {
    Fault(.invalid, "the meta is invalid", fields: [Fault.Field(field: "meta.\(key)", message: message)])
  }
}
