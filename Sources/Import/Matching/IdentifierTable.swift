/// The ids and identifiers of works, each with the work that got it first, and all identifiers of each work.
struct IdentifierTable {
  private static let headerBytes = 12

  /// Each record has the place of a work, the previous identifier of that work, and the text.
  private var arena = ByteArena()
  /// The offset of the record plus one, or 0 for a free slot.
  private var records: [UInt32] = Array(repeating: 0, count: 16)
  private var hashes: [UInt32] = Array(repeating: 0, count: 16)
  /// The number of texts by which works are found.
  private(set) var count = 0

  var byteCount: Int { arena.count + 8 * records.count }

  /// Returns the place of the work that got the text first.
  subscript(text: String) -> Int? {
    let record = records[slot(of: text, Self.hash(text))]
    return record == 0 ? nil : arena.number(at: Int(record) - 1)
  }

  /// Appends a text of a work. Returns its record, which starts the list of the work's identifiers if the next one gets
  /// it as `previous`.
  mutating func append(_ text: String, of place: Int, previous: UInt32 = 0) -> UInt32 {
    var bytes = RecordBytes()
    bytes.append(place)
    bytes.append(Int(previous))
    bytes.append(text)
    let record = UInt32(arena.append(bytes.bytes) + 1)
    if count * 10 >= records.count * 7 { grow() }
    let hash = Self.hash(text)
    let slot = slot(of: text, hash)
    if records[slot] == 0 {
      (records[slot], hashes[slot]) = (record, hash)
      count += 1
    }
    return record
  }

  func text(of record: UInt32) -> String {
    let start = Int(record) - 1
    let count = arena.number(at: start + 8)
    return String(decoding: arena.bytes(at: start + Self.headerBytes, count: count), as: UTF8.self)
  }

  /// Returns a record's text and those before it, oldest first.
  func texts(upTo record: UInt32) -> [String] {
    var texts: [String] = []
    var record = record
    while record != 0 {
      texts.append(text(of: record))
      record = UInt32(arena.number(at: Int(record) - 1 + 4))
    }
    return texts.reversed()
  }

  /// The hash has a random seed for each process, so that no file can choose texts with equal hashes.
  private static func hash(_ text: String) -> UInt32 {
    UInt32(truncatingIfNeeded: text.hashValue)
  }

  /// Returns the slot of the text, or the free one that it would get.
  private func slot(of text: String, _ hash: UInt32) -> Int {
    var slot = Int(hash) & (records.count - 1)
    while records[slot] != 0, hashes[slot] != hash || self.text(of: records[slot]) != text {
      slot = (slot + 1) & (records.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = (records: records, hashes: hashes)
    records = Array(repeating: 0, count: old.records.count * 2)
    hashes = records
    for place in old.records.indices where old.records[place] != 0 {
      var slot = Int(old.hashes[place]) & (records.count - 1)
      while records[slot] != 0 { slot = (slot + 1) & (records.count - 1) }
      (records[slot], hashes[slot]) = (old.records[place], old.hashes[place])
    }
  }
}
