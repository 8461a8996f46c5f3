import API

/// The first row that is missing or does not fit the chain.
struct JournalDamage: Error, Hashable {
  var seq: Int64
}

/// Verifies the checksum chain while a journal is read, so that views fold only what was written.
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

  /// Called after the last row.
  func finish(at head: SessionAPI.Head) throws(JournalDamage) {
    guard last == head else { throw JournalDamage(seq: min(last.seq, head.seq) + 1) }
  }
}
