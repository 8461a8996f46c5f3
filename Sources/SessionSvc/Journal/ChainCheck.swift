import API

/// The row that does not fit what comes before it, or is not there.
struct JournalDamage: Error, Hashable {
  var seq: Int64
}

/// Follows the chain of checksums while a journal is read, so that nothing is folded that was not written.
struct ChainCheck {
  private(set) var last: SessionAPI.Head

  init(after last: SessionAPI.Head) {
    self.last = last
  }

  mutating func pass(_ seq: Int64, _ checksum: Int64, _ event: UnsafeRawBufferPointer) throws(JournalDamage) {
    guard seq == last.seq + 1,
      JournalChain.checksum(after: last.checksum, seq: seq, event: event) == checksum
    else { throw JournalDamage(seq: last.seq + 1) }
    last = SessionAPI.Head(seq: seq, checksum: checksum)
  }

  /// There are no further rows.
  func finish(at head: SessionAPI.Head) throws(JournalDamage) {
    guard last == head else { throw JournalDamage(seq: min(last.seq, head.seq) + 1) }
  }
}
