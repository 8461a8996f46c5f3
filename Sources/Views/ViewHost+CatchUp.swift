import API
import Chronology
import Domain
import Proto
import Service

extension ViewHost {
  /// Brings the user's state up to `head` and hands it to `body`. Any `await` may let others run on the loop, so the
  /// state is found again after it, in one step with `body`.
  func catchUp(
    _ user: String, to head: SessionAPI.Head, _ body: (Result<HotUser<State>, any Error>) -> Void
  ) async {
    do {
      var head = head
      while true {
        for _ in 0..<ViewLimits.advancesToOneHead {
          let proven = try await advance(user, to: head)
          guard let entry = covering(head, of: user, proven) else { continue }
          body(.success(entry))
          return noteUse(of: entry)
        }
        // A journal that began again meanwhile may never come so far.
        head = try await heads.head(of: user)
      }
    } catch {
      body(.failure(error))
    }
  }

  /// Waits for the catch-up that is under way, or does one itself and returns the fold it has proven.
  private func advance(_ user: String, to head: SessionAPI.Head) async throws -> UInt64? {
    let entry = await loaded(user)
    if entry.position == head { return nil }
    guard entry.begin() else {
      await withCheckedContinuation { entry.wait($0) }
      return nil
    }
    defer {
      entry.end()
      noteUse(of: entry)
    }
    return try await foldJournal(into: entry, to: head)
  }

  /// The entry of a user: the one in memory, else made from the snapshot, else empty.
  private func loaded(_ user: String) async -> HotUser<State> {
    while true {
      if let entry = hot.value.find(user) { return entry }
      let era = snapshots.era
      let found = await snapshots.find(user)
      // Another read may have loaded it meanwhile, and what was found may have been thrown away.
      if hot.value.find(user) != nil { continue }
      if case .snapshot = found, snapshots.era != era { continue }
      noticeRenewals()
      let entry = HotUser<State>(user: user, fold: hot.value.nextFold())
      if case .snapshot(let stored) = found { restore(stored, into: entry) }
      hot.value.add(entry)
      return entry
    }
  }

  private func restore(_ stored: StoredSnapshot, into entry: HotUser<State>) {
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
      entry.isUntaken = false
      guard snapshot.zones != zones.version else { return }
      entry.state.rezone(zones: zones)
      entry.isDirty = true
    } catch {
      snapshots.warn("A snapshot is damaged; the journal is folded again", "\(entry.user): \(error.message)")
    }
  }

  /// Folds the journal from the entry's position to `head` at least, and returns the fold, which is thereby proven to
  /// be of this journal. The next page is on its way while one is folded.
  private func foldJournal(into entry: HotUser<State>, to head: SessionAPI.Head) async throws -> UInt64 {
    var page = try await page(of: entry.user, after: entry.position.seq)
    while true {
      guard page.checksumAfter == entry.position.checksum || entry.position.seq == 0 else {
        log.info("The journal is another than the view has seen; it is folded again", ["user": entry.user])
        hot.value.startAgain(entry)
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
      return try await journal.call(
        SessionAPI.ReadJournal(user: user, after: seq, maxBytes: ViewLimits.readBytes),
        meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds))
    } catch {
      throw Fault.ofJournal(error, log, user: user)
    }
  }

  private func fold(_ page: SessionAPI.ReadJournal.Reply, into entry: HotUser<State>) throws {
    do {
      try CBORDecoder.decodeEach(Event.self, in: page.events) { event in
        entry.state.apply(event, zones: zones)
      }
    } catch {
      // A part of the page is folded and some is not: the position would be a lie.
      hot.value.startAgain(entry)
      log.error(
        "The journal cannot be folded: run 'waymark verify'",
        ["user": entry.user, "after": "\(page.last.seq - Int64(page.count))", "reason": "\(error)"])
      throw Fault.journalUnreadable
    }
    hot.value.move(entry, to: page.last)
    entry.eventsSinceSnapshot += page.count
    entry.isDirty = true
  }
}
