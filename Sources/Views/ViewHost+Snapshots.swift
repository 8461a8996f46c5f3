import API
import Chronology
import Domain
import Proto

extension ViewHost {
  /// Writes what has changed of a state, if nothing is being written of it. A state that cannot be written stays in
  /// memory, and its next snapshot is of all of it.
  func save(_ entry: HotUser<State>) {
    guard !entry.isSaving else { return }
    let era = snapshots.era
    guard let snapshot = takeSnapshot(of: entry) else { return dropIfLeaving(entry) }
    entry.beginSave()
    let (user, serial, fold) = (entry.user, entry.serial, entry.fold)
    Task(executorPreference: loop) { [self] in
      let saved = await snapshots.save(snapshot, of: user, era: era)
      if let entry = hot.value.find(user), entry.serial == serial { finishSave(entry, fold, snapshot, saved) }
    }
  }

  private func finishSave(_ entry: HotUser<State>, _ fold: UInt64, _ snapshot: Snapshot, _ saved: SnapshotFile.Saved) {
    defer { entry.endSave() }
    switch saved {
    case .written(let digest):
      entry.diskSeq = snapshot.position.seq
      guard entry.fold == fold else { return }
      entry.base = digest
      dropIfLeaving(entry)
    case .outdated, .failed:
      entry.base = nil
      entry.isDirty = true
      entry.isLeaving = false
      // Memory may be full of what cannot be written.
      loop.atEndOfTurn { [self] in keepWithinBounds() }
    }
  }

  /// As `save`, and waits until all is written or cannot be. What was outdated is tried once more, as a whole.
  func write(_ user: String) async {
    for _ in 0..<ViewLimits.writeTries {
      guard let entry = hot.value.find(user), entry.isDirty || entry.isSaving else { return }
      save(entry)
      await withCheckedContinuation { entry.waitForSave($0) }
    }
  }

  /// A state stays until it is written, so that a read meanwhile does not begin again from an older snapshot.
  func evict(_ entry: HotUser<State>) {
    entry.isLeaving = true
    save(entry)
  }

  private func dropIfLeaving(_ entry: HotUser<State>) {
    if entry.isLeaving, !entry.isBusy, !entry.isDirty { hot.value.remove(entry) }
  }

  /// Writes states that have changed since their snapshot, every few seconds from now on.
  public func keepSnapshots() {
    loop.schedule(afterMilliseconds: ViewLimits.snapshotIntervalMilliseconds) { [self] in
      noticeRenewals()
      if snapshots.trouble == nil {
        for entry in Array(hot.value.byName.values) where entry.isDirty && !entry.isBusy { save(entry) }
      } else {
        Task(executorPreference: loop) { [self] in await snapshots.mend() }
      }
      keepSnapshots()
    }
  }

  /// A file that was made anew is empty: each state is to be written as a whole.
  func noticeRenewals() {
    let renewals = snapshots.renewals
    guard renewals != seenRenewals.value else { return }
    seenRenewals.value = renewals
    hot.value.noteEmptyDisk()
  }

  /// Writes every state that has changed, at the end of the process.
  public func saveAll() async {
    for user in Array(hot.value.byName.keys) { await write(user) }
  }

  private func takeSnapshot(of entry: HotUser<State>) -> Snapshot? {
    guard entry.isDirty, hot.value.holds(entry) else { return nil }
    entry.isDirty = false
    entry.eventsSinceSnapshot = 0
    return Snapshot(
      position: entry.position, edition: State.snapshotEdition, zones: zones.version, parts: entry.takeParts(),
      base: entry.base)
  }
}
