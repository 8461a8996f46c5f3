internal import Glibc
internal import Proto
internal import Service
internal import Storage
internal import Synchronization

/// Discarding and recreating the file.
extension SnapshotFile {
  /// Returns the store and its generation, if it is open and its file still has its name.
  func usable(whileRemoving: Bool = false) -> (SnapshotStore, Int)? {
    let (store, generation, identity) = state.withLock { state in
      (state.removals == 0 || whileRemoving ? state.store : nil, state.generation, state.identity)
    }
    guard let store else { return nil }
    guard let identity, FileIdentity(following: path) == identity else {
      recreate("it was deleted or replaced by another file", generation)
      return nil
    }
    return (store, generation)
  }

  func failed(_ error: any Error, _ generation: Int) {
    if let error = error as? DatabaseError, error.code == .closed || error.code == .overloaded { return }
    guard Self.isTemporary(error) else { return recreate("\(error)", generation) }
    state.withLock { $0.problem = "\(error)" }
    warn("cannot write snapshots", "\(error)")
  }

  /// Discards the file and creates a new one on a separate thread, unless `generation` is already outdated.
  func recreate(_ reason: String, _ generation: Int?) {
    let now = Clock.milliseconds
    let old: SnapshotStore?? = state.withLock { state in
      guard !state.isCreating, !state.isClosed, generation == nil || generation == state.generation else { return nil }
      if generation != nil { state.problem = reason }
      // If the disk damages each new file immediately, only `recover` retries.
      guard now - state.lastRecreation >= ViewLimits.recreationIntervalMilliseconds else { return nil }
      state.isCreating = true
      state.lastRecreation = now
      state.epoch += 1
      return .some(state.store.take())
    }
    guard let old else { return }
    if generation != nil { warn("recreating the snapshots", reason) }
    do {
      try BlockingWork.start { [self] in create(closing: old) }
    } catch {
      endCreating()
    }
  }

  func beginCreating() -> Bool {
    state.withLock { state in
      defer { state.isCreating = true }
      return !state.isCreating
    }
  }

  func endCreating() {
    let waiting = state.withLock { state in
      state.isCreating = false
      defer { state.waitForCreating = [] }
      return state.waitForCreating
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until no task is removing or creating the file.
  func waitForCreation() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isCreating { state.waitForCreating.append(continuation) }
        return !state.isCreating
      }
      if isIdle { continuation.resume() }
    }
  }

  private func create(closing old: SnapshotStore?) {
    defer { endCreating() }
    old?.close()
    DatabaseFile.remove(path: path)
    let created = Result {
      guard access(path, F_OK) != 0 else { throw DatabaseError(.disk, "cannot remove \(path)") }
      return try SnapshotStore(path: path)
    }
    let unused: SnapshotStore? = state.withLock { state in
      switch created {
      case .failure(let error): state.problem = "\(error)"
      case .success(let store) where state.isClosed: return store
      case .success(let store):
        state.store = store
        state.identity = FileIdentity(following: path)
        state.problem = nil
        state.generation += 1
        state.epoch += 1
      }
      return nil
    }
    unused?.close()
    if case .failure(let error) = created { warn("cannot recreate the snapshots", "\(error)") }
  }

  /// Logs at most one warning per minute.
  func warn(_ message: String, _ reason: String) {
    let now = Clock.milliseconds
    let suppressed: Int? = state.withLock { state in
      if let last = state.lastWarning, now - last < ViewLimits.warningIntervalMilliseconds {
        state.suppressed += 1
        return nil
      }
      state.lastWarning = now
      defer { state.suppressed = 0 }
      return state.suppressed
    }
    guard let suppressed else { return }
    log.warning(message, ["file": path, "reason": reason, "suppressed": "\(suppressed)"])
  }
}
