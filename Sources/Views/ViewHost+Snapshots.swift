import API
import Chronology
import Domain
import Proto

extension ViewHost {
  /// Writes the changes of a state, unless a write of it is pending. If it fails, the state stays in memory and its
  /// next snapshot is complete.
  func save(_ entry: ActiveUser<State>) {
    guard !entry.isSaving else { return }
    let epoch = snapshots.epoch
    guard let snapshot = takeSnapshot(of: entry) else { return dropIfEvicted(entry) }
    entry.beginSave()
    let (user, serial, fold) = (entry.user, entry.serial, entry.fold)
    Task(executorPreference: loop) { [self] in
      let saved = await snapshots.save(snapshot, of: user, epoch: epoch)
      if let entry = active.value.find(user), entry.serial == serial { finishSave(entry, fold, snapshot, saved) }
    }
  }

  private func finishSave(_ entry: ActiveUser<State>, _ fold: UInt64, _ snapshot: Snapshot, _ saved: SnapshotFile.Saved)
  {
    defer { entry.endSave() }
    switch saved {
    case .written(let digest):
      entry.diskSeq = snapshot.position.seq
      guard entry.fold == fold else { return }
      entry.base = digest
      dropIfEvicted(entry)
    case .outdated, .failed:
      entry.base = nil
      entry.isDirty = true
      entry.isBeingEvicted = false
      // The memory may be full of states that cannot be written.
      loop.atEndOfTurn { [self] in keepWithinBounds() }
    }
  }

  /// Like `save`, but waits for the result. An outdated snapshot is retried once, completely.
  func write(_ user: String) async {
    for _ in 0..<ViewLimits.writeTries {
      guard let entry = active.value.find(user), entry.isDirty || entry.isSaving else { return }
      save(entry)
      await withCheckedContinuation { entry.waitForSave($0) }
    }
  }

  /// The state stays until it is written, so that a read does not restart from an older snapshot.
  func evict(_ entry: ActiveUser<State>) {
    entry.isBeingEvicted = true
    save(entry)
  }

  private func dropIfEvicted(_ entry: ActiveUser<State>) {
    if entry.isBeingEvicted, !entry.isBusy, !entry.isDirty { active.value.remove(entry) }
  }

  /// Writes changed states every few seconds from now on.
  public func keepSnapshots() {
    loop.schedule(afterMilliseconds: ViewLimits.snapshotIntervalMilliseconds) { [self] in
      checkGeneration()
      if snapshots.problem == nil {
        for entry in Array(active.value.byName.values) where entry.isDirty && !entry.isBusy { save(entry) }
      } else {
        Task(executorPreference: loop) { [self] in await snapshots.recover() }
      }
      keepSnapshots()
    }
  }

  /// Marks all states to be written completely if the file was recreated, empty.
  func checkGeneration() {
    let generation = snapshots.generation
    guard generation != seenGeneration.value else { return }
    seenGeneration.value = generation
    active.value.markAllUnsaved()
  }

  /// Writes all changed states when the process stops.
  public func saveAll() async {
    for user in Array(active.value.byName.keys) { await write(user) }
  }

  private func takeSnapshot(of entry: ActiveUser<State>) -> Snapshot? {
    guard entry.isDirty, active.value.holds(entry) else { return nil }
    entry.isDirty = false
    entry.eventsSinceSnapshot = 0
    return Snapshot(
      position: entry.position, edition: State.snapshotEdition, zones: zones.version, parts: entry.takeParts(),
      base: entry.base)
  }
}
