import Chronology
import Service
import Storage

extension SessionHandlers {
  /// Reads the deletions of all hosts and does the remaining work. Called at intervals and after a message of another
  /// host.
  func applyErasures() async throws {
    guard hosts != nil else { return }
    let second = now().seconds
    let start = erasures.readsFrom
    let marks = try await database.read { try ErasureStore.marks(since: start, $0) }.filter(ErasureStore.isWhole)
    for (erasure, user) in erasures.update(from: marks, now: Clock.milliseconds) {
      var isLast = false
      while !isLast, !erasures.isStopping {
        isLast = try await database.write(cost: SessionLimits.erasureCost) { transaction in
          try ErasureStore.deleteSlice(of: user, erasure, rows: SessionLimits.erasedRows, transaction)
        }
      }
    }
    erasures.noteProcessed(second)
  }

  /// Removes the records that every host has applied.
  func purgeErasures() async throws {
    guard hosts != nil else { return }
    let oldest = now().seconds - SessionLimits.erasureMarkSeconds
    try await database.write { try ErasureStore.purge(before: oldest, $0) }
  }

  /// Handles messages of other hosts: a user id means new events, `erasureWord` a deletion. An empty list means that
  /// messages may have been lost.
  func receive(_ words: [String], applyErasures: () -> Void) {
    hosts?.receive(words)
    if words.isEmpty || words.contains(OtherHosts.erasureWord) { applyErasures() }
  }
}
