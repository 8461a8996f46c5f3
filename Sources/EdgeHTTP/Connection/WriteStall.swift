/// Detects a client that does not read its responses.
struct WriteStall {
  private var pendingBytes = 0
  private var since: UInt64 = 0

  /// Called at intervals; true if the pending bytes have not changed for too long.
  mutating func check(pendingBytes pending: Int, now: UInt64) -> Bool {
    guard pending > 0, pending == pendingBytes else {
      pendingBytes = pending
      since = now
      return false
    }
    return now &- since > UInt64(Limits.writeMilliseconds) * 1_000_000
  }
}
