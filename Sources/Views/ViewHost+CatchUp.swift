import API
import Chronology
import Domain
import Proto
import Service

extension ViewHost {
  /// Brings the user's state up to `head` and passes it to `body`. Other tasks may run during an `await`, so the state
  /// is looked up again after it, without another `await` before `body`.
  func catchUp(
    _ user: String, to head: SessionAPI.Head, _ body: (Result<ActiveUser<State>, any Error>) -> Void
  ) async {
    do {
      var head = head
      while true {
        for _ in 0..<ViewLimits.advancesToOneHead {
          let proven = try await advance(user, to: head)
          guard let entry = covering(head, of: user, proven) else { continue }
          body(.success(entry))
          return scheduleMeasuring(of: entry)
        }
        // A journal that was restarted in the meantime may never reach this head.
        head = try await self.head(of: user)
      }
    } catch {
      body(.failure(error))
    }
  }

  /// Returns the state at `head` if it is in memory, and all events up to `head` are in shared memory.
  func foldShared(_ user: String, to head: SessionAPI.Head) -> ActiveUser<State>? {
    guard let entry = active.value.find(user), !entry.isBusy,
      let events = shared.value.events(of: user, from: meta(entry.position), to: meta(head))
    else { return nil }
    do {
      for events in events { try fold(events, into: entry) }
    } catch {
      // The state is empty now. The journal is read by calls.
      return nil
    }
    if entry.eventsSinceSnapshot >= ViewLimits.eventsBetweenSnapshots { save(entry) }
    return entry
  }

  private func meta(_ head: SessionAPI.Head) -> CallMeta.Head { CallMeta.Head(seq: head.seq, checksum: head.checksum) }

  private func head(of user: String) async throws(Fault) -> SessionAPI.Head {
    try await withCheckedContinuation { continuation in
      heads.value.fetch(user) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Waits for a running catch-up, or runs one and returns the fold that it verified.
  private func advance(_ user: String, to head: SessionAPI.Head) async throws -> UInt64? {
    let entry = await loaded(user)
    if entry.position == head { return nil }
    guard entry.beginCatchUp() else {
      await withCheckedContinuation { entry.waitForCatchUp($0) }
      return nil
    }
    defer {
      entry.endCatchUp()
      scheduleMeasuring(of: entry)
    }
    return try await foldJournal(into: entry, to: head)
  }

  /// Returns the state of a user: from memory, otherwise from the snapshot, otherwise empty.
  private func loaded(_ user: String) async -> ActiveUser<State> {
    while true {
      if let entry = active.value.find(user) { return entry }
      let epoch = snapshots.epoch
      let found = await snapshots.find(user)
      // Another read may have loaded it, or the snapshot may have been discarded, during the `await`.
      if active.value.find(user) != nil { continue }
      if case .snapshot = found, snapshots.epoch != epoch { continue }
      checkGeneration()
      let entry = ActiveUser<State>(user: user, fold: active.value.nextFold())
      if case .snapshot(let stored) = found { restore(stored, into: entry) }
      active.value.add(entry)
      return entry
    }
  }

  private func restore(_ stored: StoredSnapshot, into entry: ActiveUser<State>) {
    entry.diskSeq = stored.seq
    do throws(SnapshotDamage) {
      guard case .whole(let snapshot, let digest) = stored.contents else {
        if case .damaged(let damage) = stored.contents { throw damage }
        return
      }
      guard snapshot.edition == State.snapshotEdition else { return }
      entry.state = try State(parts: snapshot.parts, zones: zones)
      entry.position = snapshot.position
      entry.base = digest
      entry.hasAllPartsChanged = false
      guard snapshot.zones != zones.version else { return }
      entry.state.rezone(zones: zones)
      entry.isDirty = true
    } catch {
      snapshots.warn("a snapshot is damaged; folding the journal again", "\(entry.user): \(error.message)")
    }
  }

  /// Folds the journal from the state's position at least up to `head`. Returns the fold, which is now verified to
  /// belong to this journal. The next page is requested while one is folded.
  private func foldJournal(into entry: ActiveUser<State>, to head: SessionAPI.Head) async throws -> UInt64 {
    var page = try await page(of: entry.user, after: entry.position.seq)
    while true {
      guard page.checksumAfter == entry.position.checksum || entry.position.seq == 0 else {
        log.info("the journal was replaced; folding it again", ["user": entry.user])
        active.value.restart(entry)
        page = try await self.page(of: entry.user, after: 0)
        continue
      }
      guard page.count > 0 else { break }
      let (user, last) = (entry.user, page.last.seq)
      let isLast = last >= page.head.seq || last >= head.seq
      async let following = isLast ? nil : self.page(of: user, after: last)
      try fold(page, into: entry)
      guard let next = try await following else { break }
      page = next
    }
    if entry.eventsSinceSnapshot >= ViewLimits.eventsBetweenSnapshots { save(entry) }
    return entry.fold
  }

  private func page(of user: String, after seq: Int64) async throws(Fault) -> SessionAPI.ReadJournal.Reply {
    do {
      // A user who is read for the first time may never be read again.
      let wantsSlot = seq > 0 ? true : nil
      let reply = try await journal.call(
        SessionAPI.ReadJournal(user: user, after: seq, maxBytes: ViewLimits.readBytes, wantsSlot: wantsSlot),
        meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds))
      shared.value.note(
        path: reply.memory, identity: reply.memoryIdentity, places: reply.slot.map { [$0] }, of: [user])
      return reply
    } catch {
      throw Fault.ofJournal(error, log, user: user)
    }
  }

  private func fold(_ page: SessionAPI.ReadJournal.Reply, into entry: ActiveUser<State>) throws {
    try fold(page.events, page.count, to: page.last, into: entry)
  }

  private func fold(_ events: SharedHeads.Events, into entry: ActiveUser<State>) throws {
    let last = SessionAPI.Head(seq: events.last.seq, checksum: events.last.checksum)
    try fold(events.bytes, events.count, to: last, into: entry)
  }

  private func fold(
    _ events: [UInt8], _ count: Int, to last: SessionAPI.Head, into entry: ActiveUser<State>
  ) throws {
    do {
      try CBORDecoder.decodeEach(Event.self, in: events) { event in
        entry.state.apply(event, zones: zones)
      }
    } catch {
      // The events are only partly folded, so the state has no valid position.
      active.value.restart(entry)
      log.error(
        "cannot fold the journal; run 'waymark verify'",
        ["user": entry.user, "after": "\(last.seq - Int64(count))", "reason": "\(error)"])
      throw Fault.journalUnreadable
    }
    active.value.move(entry, to: last)
    entry.eventsSinceSnapshot += count
    entry.isDirty = true
  }
}
