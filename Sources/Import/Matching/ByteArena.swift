/// Bytes of many small records in chunks, so that growing copies none of them. A record is found by its offset.
struct ByteArena {
  private static let chunkBytes = 1 << 20

  private var chunks: [[UInt8]] = []
  private(set) var count = 0

  /// Appends bytes and returns their offset.
  @discardableResult
  mutating func append(_ bytes: some RandomAccessCollection<UInt8>) -> Int {
    let offset = count
    var rest = bytes[...]
    while !rest.isEmpty {
      if count % Self.chunkBytes == 0 {
        var chunk: [UInt8] = []
        chunk.reserveCapacity(Self.chunkBytes)
        chunks.append(chunk)
      }
      let part = rest.prefix(Self.chunkBytes - count % Self.chunkBytes)
      chunks[chunks.count - 1].append(contentsOf: part)
      count += part.count
      rest = rest.dropFirst(part.count)
    }
    return offset
  }

  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    let (chunk, start) = (offset / Self.chunkBytes, offset % Self.chunkBytes)
    guard start + count > Self.chunkBytes else { return chunks[chunk][start..<start + count] }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let next = offset + bytes.count
      let rest = chunks[next / Self.chunkBytes].dropFirst(next % Self.chunkBytes)
      bytes += rest.prefix(count - bytes.count)
    }
    return bytes[...]
  }

  mutating func replace(_ bytes: [UInt8], at offset: Int) {
    for (place, byte) in bytes.enumerated() {
      let target = offset + place
      chunks[target / Self.chunkBytes][target % Self.chunkBytes] = byte
    }
  }

  func number(at offset: Int) -> Int {
    bytes(at: offset, count: 4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

}

/// The bytes of a record: numbers of 32 bits, and texts with their length.
struct RecordBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }
}

/// Reads the values of `RecordBytes` in their order.
struct RecordReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func number() -> Int {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func text() -> String {
    let count = number()
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
