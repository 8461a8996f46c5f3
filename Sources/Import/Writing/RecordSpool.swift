/// Numbered records of bytes in a temporary file. Without a file they stay in memory, for a process that may not write
/// files. Copies share the file, so only one of them may be changed.
struct RecordSpool: Sendable {
  private struct Slot {
    var offset: Int
    var count: UInt32
    var capacity: UInt32
  }

  private let file: TemporaryFile?
  private let blockBytes: Int
  private var slots: [Slot] = []
  /// The end of the file, to which `block` is written when it is full.
  private var end = 0
  private var block: [UInt8] = []
  private var memory = ByteArena()

  init(file: TemporaryFile? = nil, blockBytes: Int = ImportLimits.spoolBlockBytes) {
    self.file = file
    self.blockBytes = blockBytes
  }

  /// The number of records.
  var count: Int { slots.count }

  /// The bytes in memory.
  var byteCount: Int { memory.count + block.capacity + slots.capacity * MemoryLayout<Slot>.stride }

  mutating func append(_ bytes: [UInt8]) throws(ImportError) {
    slots.append(Slot(offset: try store(bytes), count: UInt32(bytes.count), capacity: UInt32(bytes.count)))
  }

  /// Replaces a record. A longer one gets twice the space, so that growing records need little more than their bytes.
  mutating func replace(_ number: Int, with bytes: [UInt8]) throws(ImportError) {
    let old = slots[number]
    slots[number].count = UInt32(bytes.count)
    if bytes.count > old.capacity {
      let capacity = max(bytes.count, 2 * Int(old.capacity))
      let space = [UInt8](repeating: 0, count: capacity - bytes.count)
      slots[number].offset = try store(bytes + space)
      slots[number].capacity = UInt32(capacity)
    } else if let file {
      if old.offset < end { return try file.write(bytes, at: old.offset) }
      let start = old.offset - end
      block.replaceSubrange(start..<start + bytes.count, with: bytes)
    } else {
      memory.replace(bytes, at: old.offset)
    }
  }

  subscript(number: Int) -> [UInt8] {
    get throws(ImportError) {
      let (offset, count) = (slots[number].offset, Int(slots[number].count))
      guard let file else { return Array(memory.bytes(at: offset, count: count)) }
      if offset < end { return try file.bytes(at: offset, count: count) }
      return Array(block[offset - end..<offset - end + count])
    }
  }

  /// Divides the records into parts with at most this number of items and bytes. A larger record is a part.
  func parts(items: Int, bytes: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, size) = (0, 0)
    for number in slots.indices {
      let count = Int(slots[number].count)
      if number > start, number - start == items || size + count > bytes {
        parts.append(start..<number)
        (start, size) = (number, 0)
      }
      size += count
    }
    return start < slots.count ? parts + [start..<slots.count] : parts
  }

  /// Returns the offset of the bytes. A record is never divided between the file and the block.
  private mutating func store(_ bytes: [UInt8]) throws(ImportError) -> Int {
    guard let file else { return memory.append(bytes) }
    if block.count + bytes.count > blockBytes, !block.isEmpty {
      try file.write(block, at: end)
      end += block.count
      block.removeAll(keepingCapacity: block.capacity <= 2 * blockBytes)
    }
    block += bytes
    return end + block.count - bytes.count
  }
}
