import API
import Domain
import Proto

/// A work to write, a library entry, tags to add, or several of them, as bytes of which the call is a part.
struct PlannedBook {
  private static let headerBytes = 9
  private static let newFlag: UInt8 = 1
  private static let entryFlag: UInt8 = 2

  /// The line of the entry, otherwise that of the work.
  var line: Int
  /// Whether the entry is new, or the work if there is no entry.
  var isNew: Bool
  var work: SessionAPI.SaveWork?
  var entry: ImportedEntry?
  var tags: SessionAPI.ImportedTags?

  var bytes: [UInt8] {
    get throws(Fault) {
      var bytes = [(isNew ? Self.newFlag : 0) | (entry == nil ? 0 : Self.entryFlag)]
      for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: line >> (8 * place))) }
      return bytes + (try CBOREncoder.encode(SessionAPI.ImportBook(work: work, entry: entry, tags: tags)))
    }
  }

  init(line: Int, isNew: Bool, work: SessionAPI.SaveWork?, entry: ImportedEntry?, tags: SessionAPI.ImportedTags?) {
    self.line = line
    self.isNew = isNew
    self.work = work
    self.entry = entry
    self.tags = tags
  }

  init(_ bytes: [UInt8]) throws(Fault) {
    let call = try CBORDecoder.decode(SessionAPI.ImportBook.self, from: Array(bytes.dropFirst(Self.headerBytes)))
    let counted = Self.counted(bytes)
    self.init(line: counted.line, isNew: counted.isNew, work: call.work, entry: call.entry, tags: call.tags)
  }

  /// Adds tags of another row.
  mutating func add(_ others: SessionAPI.ImportedTags?) {
    guard let others else { return }
    var all = WorkTags(tags?.texts ?? [])
    all.add(others.texts)
    tags = SessionAPI.ImportedTags(workId: others.workId, texts: all.texts)
  }

  static func counted(_ bytes: [UInt8]) -> ImportStep.Counted {
    let line = bytes[1..<headerBytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    return ImportStep.Counted(
      kind: bytes[0] & entryFlag == 0 ? .works : .library, line: line, isNew: bytes[0] & newFlag != 0)
  }

  /// The part that is an item of the call.
  static func call(_ bytes: [UInt8]) -> RawCBOR { RawCBOR(bytes: Array(bytes.dropFirst(headerBytes))) }
}
