import Chronology
import Service
import Storage

extension SessionHandlers {
  /// Asks which accounts are being deleted, here or on other hosts, and does what is left of it. Called at intervals,
  /// and when another host says that there is one.
  func meetErasures() async throws {
    guard hosts != nil else { return }
    let second = now().seconds
    let start = erasures.readsFrom
    let marks = try await database.read { try ErasureStore.marks(since: start, $0) }.filter(ErasureStore.isWhole)
    for (erasure, user) in erasures.meet(marks, now: Clock.milliseconds) {
      var isLast = false
      while !isLast, !erasures.isStopping {
        isLast = try await database.write(cost: SessionLimits.erasureCost) { transaction in
          try ErasureStore.deleteSlice(of: user, erasure, rows: SessionLimits.erasedRows, transaction)
        }
      }
    }
    erasures.notePassed(second)
  }

  /// Marks that every host has met by now.
  func purgeErasures() async throws {
    guard hosts != nil else { return }
    let oldest = now().seconds - SessionLimits.erasureMarkSeconds
    try await database.write { try ErasureStore.purge(before: oldest, $0) }
  }

  /// What another host says: a journal has gone on, an account is being deleted; without a word, that may be so.
  func receive(_ words: [String], meetErasures: () -> Void) {
    hosts?.receive(words)
    if words.isEmpty || words.contains(OtherHosts.erasureWord) { meetErasures() }
  }
}
