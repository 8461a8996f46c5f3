import API
import Chronology
import Domain
import Proto

extension ViewHost {
  /// Writes the changed parts of a state. A state whose snapshot could not be written leaves the memory: its parts no
  /// longer count as changed, and what is on disk is older but true.
  func save(_ entry: HotUser<State>) {
    guard let snapshot = taken(from: entry) else { return forgetIfLeaving(entry) }
    let user = entry.user
    Task(executorPreference: loop) { [self] in await write(snapshot, of: user) }
  }

  func write(_ snapshot: Snapshot, of user: String) async {
    let isWritten: Bool
    do {
      try await snapshots.save(snapshot, of: user)
      isWritten = true
    } catch {
      log.warning("A snapshot could not be written", ["user": user, "reason": "\(error)"])
      isWritten = false
    }
    guard let entry = hot.value.find(user) else { return }
    if isWritten { return forgetIfLeaving(entry) }
    entry.isAbandoned = true
    hot.value.remove(entry)
  }

  /// A state stays until it is written, so that a read meanwhile does not begin again from an older snapshot.
  func evict(_ entry: HotUser<State>) {
    entry.isLeaving = true
    save(entry)
  }

  private func forgetIfLeaving(_ entry: HotUser<State>) {
    if entry.isLeaving, !entry.isBusy, !entry.isDirty { hot.value.remove(entry) }
  }

  /// Looks for states that have changed since their snapshot, from now on.
  public func keepSnapshots() {
    loop.schedule(afterMilliseconds: ViewLimits.snapshotIntervalMilliseconds) { [self] in
      for entry in Array(hot.value.byName.values) where entry.isDirty && !entry.isBusy { save(entry) }
      keepSnapshots()
    }
  }

  /// Writes every state that has changed, at the end of the process.
  public func saveAll() async {
    for entry in Array(hot.value.byName.values) {
      if let snapshot = taken(from: entry) { await write(snapshot, of: entry.user) }
    }
  }

  func taken(from entry: HotUser<State>) -> Snapshot? {
    guard entry.isDirty, !entry.isAbandoned else { return nil }
    defer {
      entry.isDirty = false
      entry.isUnrelatedToDisk = false
      entry.eventsSinceSnapshot = 0
    }
    return Snapshot(
      position: entry.position, edition: State.snapshotEdition, zones: zones.version,
      replacesAll: entry.isUnrelatedToDisk, parts: entry.state.takeChangedParts())
  }
}
