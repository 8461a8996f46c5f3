import API
import Chronology
import Domain
import Proto
import Service

extension ViewHost {
  /// The entry of a user: the one in memory, else made from the snapshot, else empty.
  func loaded(_ user: String) async -> HotUser<State> {
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

  /// Folds the journal from the entry's position to `head` at least, and says which fold is thereby proven to be of
  /// this journal. The next helping is on its way while one is folded.
  func catchUp(_ entry: HotUser<State>, to head: SessionAPI.Head) async throws -> UInt64 {
    var helping = try await helping(of: entry.user, after: entry.position.seq)
    while true {
      guard helping.checksumAfter == entry.position.checksum || entry.position.seq == 0 else {
        log.info("The journal is another than the view has seen; it is folded again", ["user": entry.user])
        hot.value.startAgain(entry)
        helping = try await self.helping(of: entry.user, after: 0)
        continue
      }
      guard helping.count > 0 else { break }
      let (user, last) = (entry.user, helping.last.seq)
      let isLast = last >= helping.head.seq || last >= head.seq
      async let following = isLast ? nil : self.helping(of: user, after: last)
      try fold(helping, into: entry)
      guard let next = try await following else { break }
      helping = next
    }
    if entry.eventsSinceSnapshot >= ViewLimits.eventsBetweenSnapshots { save(entry) }
    return entry.fold
  }

  private func helping(of user: String, after seq: Int64) async throws(Fault) -> SessionAPI.ReadJournal.Reply {
    do {
      return try await journal.call(
        SessionAPI.ReadJournal(user: user, after: seq, maxBytes: ViewLimits.readBytes),
        meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds))
    } catch {
      throw Fault.ofJournal(error, log, user: user)
    }
  }

  private func fold(_ helping: SessionAPI.ReadJournal.Reply, into entry: HotUser<State>) throws {
    do {
      try CBORDecoder.decodeEach(Event.self, in: helping.events) { event in
        entry.state.apply(event, zones: zones)
      }
    } catch {
      // Some of the helping is folded and some is not: the position would be a lie.
      hot.value.startAgain(entry)
      log.error(
        "The journal cannot be folded: run 'waymark verify'",
        ["user": entry.user, "after": "\(helping.last.seq - Int64(helping.count))", "reason": "\(error)"])
      throw Fault.journalUnreadable
    }
    hot.value.move(entry, to: helping.last)
    entry.eventsSinceSnapshot += helping.count
    entry.isDirty = true
  }
}
