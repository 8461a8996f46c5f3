import Domain

/// The titles, authors and page counts of works, as bytes.
struct WorkTexts {
  private var arena = ByteArena()
  /// The offset of each work's record, which begins with its size.
  private var offsets: [UInt32] = []

  var byteCount: Int { arena.count + 4 * offsets.capacity }

  mutating func append(_ work: Work) {
    var record = RecordBytes()
    record.append(work.pageCount ?? 0)
    record.append(work.title)
    record.append(work.authors.count)
    for author in work.authors { record.append(author) }
    var size = RecordBytes()
    size.append(record.bytes.count)
    offsets.append(UInt32(arena.append(size.bytes + record.bytes)))
  }

  func pageCount(of place: Int) -> Int? {
    var reader = reader(of: place)
    let count = reader.number()
    return count > 0 ? count : nil
  }

  func keys(of place: Int) -> BookKeys {
    var reader = reader(of: place)
    _ = reader.number()
    let title = reader.text()
    return BookKeys(title: title, authors: (0..<reader.number()).map { _ in reader.text() })
  }

  private func reader(of place: Int) -> RecordReader {
    let start = Int(offsets[place])
    return RecordReader(arena.bytes(at: start + 4, count: arena.number(at: start)))
  }
}
