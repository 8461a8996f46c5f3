internal import Glibc
internal import Proto
internal import Service
internal import Storage
internal import Synchronization

/// When and how the file is thrown away and made anew.
extension SnapshotFile {
  /// The store and how often it was made anew, if it is there and still is the file of that name.
  func usable(whileRemoving: Bool = false) -> (SnapshotStore, Int)? {
    let (store, renewals, identity) = state.withLock { state in
      (state.removals == 0 || whileRemoving ? state.store : nil, state.renewals, state.identity)
    }
    guard let store else { return nil }
    guard let identity, FileIdentity(following: path) == identity else {
      renew("it was deleted or replaced by another file", renewals)
      return nil
    }
    return (store, renewals)
  }

  func failed(_ error: any Error, _ renewals: Int) {
    if let error = error as? DatabaseError, error.code == .closed || error.code == .overloaded { return }
    guard Self.mayPass(error) else { return renew("\(error)", renewals) }
    state.withLock { $0.trouble = "\(error)" }
    warn("Snapshots cannot be written", "\(error)")
  }

  /// Throws the file away and makes another, on a thread of its own, unless that has happened since `renewals`.
  func renew(_ reason: String, _ renewals: Int?) {
    let now = Clock.milliseconds
    let old: SnapshotStore?? = state.withLock { state in
      guard !state.isMaking, !state.isClosed, renewals == nil || renewals == state.renewals else { return nil }
      if renewals != nil { state.trouble = reason }
      // A disk that spoils each new file at once is tried again by `mend` alone.
      guard now - state.lastRenewal >= ViewLimits.renewalIntervalMilliseconds else { return nil }
      state.isMaking = true
      state.lastRenewal = now
      state.era += 1
      return .some(state.store.take())
    }
    guard let old else { return }
    if renewals != nil { warn("The snapshots are made anew", reason) }
    do {
      try BlockingWork.start { [self] in make(closing: old) }
    } catch {
      endMaking()
    }
  }

  func beginMaking() -> Bool {
    state.withLock { state in
      defer { state.isMaking = true }
      return !state.isMaking
    }
  }

  func endMaking() {
    let waiting = state.withLock { state in
      state.isMaking = false
      defer { state.waitForMaking = [] }
      return state.waitForMaking
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the end of what goes on with the file of that name, if anything does.
  func making() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isMaking { state.waitForMaking.append(continuation) }
        return !state.isMaking
      }
      if isOver { continuation.resume() }
    }
  }

  private func make(closing old: SnapshotStore?) {
    defer { endMaking() }
    old?.close()
    DatabaseFile.remove(path: path)
    let made = Result {
      guard access(path, F_OK) != 0 else { throw DatabaseError(.disk, "\(path) cannot be removed") }
      return try SnapshotStore(path: path)
    }
    let unused: SnapshotStore? = state.withLock { state in
      switch made {
      case .failure(let error): state.trouble = "\(error)"
      case .success(let store) where state.isClosed: return store
      case .success(let store):
        state.store = store
        state.identity = FileIdentity(following: path)
        state.trouble = nil
        state.renewals += 1
        state.era += 1
      }
      return nil
    }
    unused?.close()
    if case .failure(let error) = made { warn("The snapshots cannot be made anew", "\(error)") }
  }

  /// One line a minute, however often something goes wrong.
  func warn(_ message: String, _ reason: String) {
    let now = Clock.milliseconds
    let unwarned: Int? = state.withLock { state in
      if let last = state.lastWarning, now - last < ViewLimits.warningIntervalMilliseconds {
        state.unwarned += 1
        return nil
      }
      state.lastWarning = now
      defer { state.unwarned = 0 }
      return state.unwarned
    }
    guard let unwarned else { return }
    log.warning(message, ["file": path, "reason": reason, "moreSinceTheLastWarning": "\(unwarned)"])
  }
}
