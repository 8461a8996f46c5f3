import CZlib

/// Reads the directory of a zip file and its files, one at a time.
struct ZipArchive {
  struct File {
    var name: String
    fileprivate(set) var unpackedCount: Int
    fileprivate var method: Int
    fileprivate var packedCount: Int
    fileprivate var offset: Int
    fileprivate var checksum: Int
  }

  private let source: ImportSource
  private let budget: UnpackBudget
  private(set) var files: [File] = []

  /// Whether the contents exceed the limit. Then no further file is read.
  var isSpent: Bool { budget.isSpent }

  private static let endBytes = 22
  /// The size of the header before the name and the data of a file.
  private static let headBytes = 30
  private static let longestComment = 65_535

  init(_ source: ImportSource, _ budget: UnpackBudget) throws(ImportError) {
    self.source = source
    self.budget = budget
    let count = min(source.byteCount, Self.endBytes + Self.longestComment)
    let tail = try source.bytes(at: source.byteCount - count, count: count)
    guard let end = try Self.endRecord(in: tail, of: source) else {
      throw ImportError("not a zip file, or an incomplete one; download it again")
    }
    let record = LittleEndian(bytes: tail[end...])
    var total = record.integer(at: 10, bytes: 2)
    var size = record.integer(at: 12, bytes: 4)
    var start = record.integer(at: 16, bytes: 4)
    if total == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      (total, size, start) = try Self.largeEnd(source, at: source.byteCount - count + end)
    }
    guard total <= ImportLimits.zipEntries, size <= ImportLimits.zipDirectoryBytes, start <= source.byteCount,
      size <= source.byteCount - start
    else { throw ImportError("the zip file's directory is too large or damaged") }
    try readDirectory(LittleEndian(bytes: try source.bytes(at: start, count: size)[...]), total)
  }

  /// Whether a file starts with the signature of zip files.
  static func isZip(_ source: ImportSource) throws(ImportError) -> Bool {
    try source.bytes(at: 0, count: 4).starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// Returns the possible end records, last first. Records whose comment ends with the file come before others, which
  /// may be part of a comment.
  private static func endRecords(in tail: [UInt8]) -> [Int] {
    guard tail.count >= endBytes else { return [] }
    let places = (0...(tail.count - endBytes)).reversed().filter {
      tail[$0] == 0x50 && tail[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
    func endsWithFile(_ place: Int) -> Bool {
      place + endBytes + LittleEndian(bytes: tail[place...]).integer(at: 20, bytes: 2) == tail.count
    }
    return places.filter(endsWithFile) + places.filter { !endsWithFile($0) }
  }

  /// Returns the first end record that refers to a directory, or whose directory is in the record for files over 4 GiB.
  private static func endRecord(in tail: [UInt8], of source: ImportSource) throws(ImportError) -> Int? {
    let places = endRecords(in: tail)
    for place in places {
      let start = LittleEndian(bytes: tail[place...]).integer(at: 16, bytes: 4)
      if start == 0xFFFF_FFFF { return place }
      if try source.bytes(at: start, count: 4) == [0x50, 0x4B, 0x01, 0x02] { return place }
    }
    return places.first
  }

  /// Reads the additional record before the end of a file over 4 GiB.
  private static func largeEnd(_ source: ImportSource, at end: Int) throws(ImportError) -> (Int, Int, Int) {
    let locator = LittleEndian(bytes: try source.bytes(at: max(0, end - 20), count: 20)[...])
    guard locator.integer(at: 0, bytes: 4) == 0x0706_4B50 else {
      throw ImportError("the zip file is damaged; download it again")
    }
    let record = LittleEndian(bytes: try source.bytes(at: locator.integer(at: 8, bytes: 8), count: 56)[...])
    guard record.integer(at: 0, bytes: 4) == 0x0606_4B50 else {
      throw ImportError("the zip file is damaged; download it again")
    }
    return (record.integer(at: 32, bytes: 8), record.integer(at: 40, bytes: 8), record.integer(at: 48, bytes: 8))
  }

  private mutating func readDirectory(_ directory: LittleEndian, _ total: Int) throws(ImportError) {
    var place = 0
    for _ in 0..<total {
      guard directory.integer(at: place, bytes: 4) == 0x0201_4B50 else {
        throw ImportError("the zip file's directory is damaged; download it again")
      }
      let nameCount = directory.integer(at: place + 28, bytes: 2)
      let extraCount = directory.integer(at: place + 30, bytes: 2)
      let name = String(decoding: directory.slice(at: place + 46, count: nameCount), as: UTF8.self)
      var file = File(
        name: name, unpackedCount: directory.integer(at: place + 24, bytes: 4),
        method: directory.integer(at: place + 10, bytes: 2), packedCount: directory.integer(at: place + 20, bytes: 4),
        offset: directory.integer(at: place + 42, bytes: 4), checksum: directory.integer(at: place + 16, bytes: 4))
      // Encrypted files are not supported.
      if directory.integer(at: place + 8, bytes: 2) & 1 == 1 { file.method = -1 }
      file.useLargeNumbers(LittleEndian(bytes: directory.slice(at: place + 46 + nameCount, count: extraCount)))
      files.append(file)
      place += 46 + nameCount + extraCount + directory.integer(at: place + 32, bytes: 2)
    }
    try checkOverlaps()
  }

  /// Rejects files that share bytes, which only zip bombs do.
  private func checkOverlaps() throws(ImportError) {
    var end = 0
    for file in files.sorted(by: { $0.offset < $1.offset }) {
      let (count, isTooMuch) = file.packedCount.addingReportingOverflow(Self.headBytes)
      let (next, isBeyond) = file.offset.addingReportingOverflow(count)
      guard file.offset >= end, !isTooMuch, !isBeyond else {
        throw ImportError("the zip file is damaged: its files overlap; download it again")
      }
      end = next
    }
  }

  /// Reads a file of the archive in chunks.
  func read(
    _ file: File, progress: (Int) -> Void = { _ in }, _ body: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    let head = LittleEndian(bytes: try source.bytes(at: file.offset, count: 30)[...])
    guard head.integer(at: 0, bytes: 4) == 0x0403_4B50, file.method == 0 || file.method == 8 else {
      throw ImportError("\(file.shownName) in the zip file is encrypted, damaged or in an unsupported compression")
    }
    var place = file.offset + 30 + head.integer(at: 26, bytes: 2) + head.integer(at: 28, bytes: 2)
    guard file.packedCount <= source.byteCount, place <= source.byteCount - file.packedCount else {
      throw ImportError("\(file.shownName) in the zip file is incomplete")
    }
    let end = place + file.packedCount
    let inflater = file.method == 8 ? try Inflater(.none, budget) : nil
    var checksum = crc32(0, nil, 0)
    func give(_ part: ArraySlice<UInt8>) throws(ImportError) {
      checksum = part.withUnsafeBytes {
        crc32(checksum, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
      }
      try body(part)
    }
    while place < end {
      let piece = try source.bytes(at: place, count: min(source.chunkBytes, end - place))
      if piece.isEmpty { break }
      place += piece.count
      if let inflater {
        try inflater.read(piece[...], give)
      } else {
        try budget.spend(piece.count)
        try give(piece[...])
      }
      progress(place)
    }
    try inflater?.finish(give)
    guard Int(checksum) == file.checksum else {
      throw ImportError("\(file.shownName) in the zip file is damaged")
    }
  }
}

extension ZipArchive.File {
  fileprivate var shownName: String { RowProblem.quoted(name) }

  /// Reads the numbers that do not fit from the extra field, in their order.
  fileprivate mutating func useLargeNumbers(_ extra: LittleEndian) {
    var place = 0
    while place + 4 <= extra.count {
      let count = extra.integer(at: place + 2, bytes: 2)
      if extra.integer(at: place, bytes: 2) == 1 {
        var value = place + 4
        func next() -> Int {
          defer { value += 8 }
          return extra.integer(at: value, bytes: 8)
        }
        if unpackedCount == 0xFFFF_FFFF { unpackedCount = next() }
        if packedCount == 0xFFFF_FFFF { packedCount = next() }
        if offset == 0xFFFF_FFFF { offset = next() }
        return
      }
      place += 4 + count
    }
  }
}

/// Reads little-endian numbers from bytes. Missing bytes are 0.
struct LittleEndian {
  private let bytes: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func integer(at place: Int, bytes count: Int) -> Int {
    guard place >= 0, place <= bytes.count - count else { return 0 }
    var value: UInt64 = 0
    for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[bytes.startIndex + place + index]) }
    return Int(clamping: value)
  }

  func slice(at place: Int, count: Int) -> ArraySlice<UInt8> {
    guard place >= 0, count >= 0, place <= bytes.count - count else { return [] }
    return bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)]
  }
}
