import Chronology
import Domain
import Storage

extension JournalReplay {
  func apply(_ event: ReadingEvent, recordedAt: Instant) throws {
    switch event {
    case .workSaved(let event): try WorkStore.save(event.work, of: user, transaction)
    case .workRemoved(let event):
      try WorkStore.delete(user, event.work.id, transaction)
      try LibraryStore.delete(user, event.work.id, transaction)
      try TimerStore.delete(user, on: event.work.id, transaction)
      try DiversityStore.clearAll(user, workId: event.work.id, transaction)
    case .entrySaved(let event):
      let old = try LibraryStore.record(user, event.entry.workId, transaction.rows)
      let record = LibraryRecord.after(event, of: old)
      try LibraryStore.save(record.entry, of: user, at: recordedAt, transaction)
      let changes = record.event(from: old, at: recordedAt)?.reads ?? []
      try ReadStore.apply(changes, of: user, workId: event.entry.workId, transaction)
    case .entryRemoved(let event):
      try LibraryStore.delete(user, event.entry.workId, transaction)
      try TimerStore.delete(user, on: event.entry.workId, transaction)
    case .timerStarted(let event): try TimerStore.insert(event.timer, of: user, transaction)
    case .timerStopped, .timerDiscarded: try TimerStore.delete(user, transaction)
    case .recorded(let event):
      try ReadingStore.save(StoredReading(session: event.session), of: user, transaction)
      try settle(event.session.workId) { $0.add(event.session) }
    case .changed(let event):
      var stored = try stored(event.new.workId, event.new.startedAt) ?? StoredReading(session: event.new)
      stored.session = event.new
      try ReadingStore.save(stored, of: user, transaction)
      try settle(event.new.workId) { totals in
        totals.remove(event.old)
        totals.add(event.new)
      }
    case .removed(let event):
      try ReadingStore.delete(event.session, of: user, transaction)
      try settle(event.session.workId) { $0.remove(event.session) }
    }
  }

  func apply(_ event: DiversityEvent) throws {
    switch event {
    case .valueSet(let event): try set(event)
    case .valueCleared(let event): try DiversityStore.clear(event, of: user, transaction)
    case .promptOpened(let event):
      guard var stored = try stored(event.workId, event.startedAt) else { return }
      stored.promptShown = true
      try ReadingStore.save(stored, of: user, transaction)
    case .promptAnswered(let event):
      _ = try ReadingStore.setEnriched(
        user, workId: event.answer.workId, startedAt: event.startedAt, transaction)
      try set(event.answer)
    case .promptSkipped: break
    }
  }

  private func set(_ event: DiversityValueSet) throws {
    try DiversityStore.set(event, of: user, transaction)
    if event.points > 0 { _ = try DiversityStore.award(event, to: user, transaction) }
  }

  private func stored(_ workId: String, _ startedAt: Instant) throws -> StoredReading? {
    try ReadingStore.reading(user, workId: workId, startedAt: startedAt, transaction.rows)
  }

  private func settle(_ workId: String, _ change: (inout ReadingTotals) -> Void) throws {
    var totals = try ReadingTotalsStore.totals(user, workId: workId, transaction.rows)
    change(&totals)
    try ReadingTotalsStore.save(totals, of: user, workId: workId, transaction)
    if let page = try ReadingStore.lastPage(user, workId: workId, transaction.rows) {
      try LibraryStore.setCurrentPage(user, workId, page, transaction)
    }
  }
}
