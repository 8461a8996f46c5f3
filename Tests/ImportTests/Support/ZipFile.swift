import Compression

/// Writes zip files with stored and compressed files.
struct ZipFile {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0
  var comment: [UInt8] = []

  mutating func add(_ name: String, _ content: [UInt8]) {
    add(name, content, stored: content, method: 0, checksum: FITFile.little(Self.checksum(content)))
  }

  mutating func addPacked(_ name: String, _ content: [UInt8]) {
    // Removes the frame of gzip: ten bytes before, the checksum and the size after.
    let packed = Deflate.gzip(content) ?? []
    let stored = Array(packed.dropFirst(10).dropLast(8))
    add(name, content, stored: stored, method: 8, checksum: Array(packed.suffix(8).prefix(4)))
  }

  /// Adds another name for the last file, with the same bytes.
  mutating func addTwin(of file: ZipFile, _ content: [UInt8]) {
    let before = bytes
    bytes = file.bytes
    add("twin", content)
    bytes = before
  }

  private mutating func add(_ name: String, _ content: [UInt8], stored: [UInt8], method: UInt8, checksum: [UInt8]) {
    let sizes = FITFile.little(UInt32(stored.count)) + FITFile.little(UInt32(content.count))
    let nameBytes = Array(name.utf8)
    let nameCount = [UInt8(nameBytes.count), 0]
    let before: [UInt8] = [20, 0, 0, 0, method, 0, 0, 0, 0, 0]
    let common = before + checksum + sizes + nameCount + [0, 0]
    directory += [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 10)
    directory += FITFile.little(UInt32(bytes.count)) + nameBytes
    bytes += [0x50, 0x4B, 3, 4] + common + nameBytes + stored
    count += 1
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  var file: [UInt8] {
    let counted: [UInt8] = [UInt8(count & 255), UInt8(count >> 8)]
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + counted + counted
      + FITFile.little(UInt32(directory.count)) + FITFile.little(UInt32(bytes.count)) + [
        UInt8(comment.count & 255), UInt8(comment.count >> 8),
      ] + comment
  }
}
