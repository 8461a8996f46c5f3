import Chronology
import Domain

extension UserTransaction {
  func calendar(_ zones: any ZoneSource) -> LocalCalendar {
    record.settings.calendar(zones)
  }

  /// Appends an event and counts it if it affects the diversity of a work.
  func appendCounted(_ event: Event) throws {
    try append(event)
    if let workId = event.decidesDiversityOf { try DiversityStore.countUp(user, workId: workId, storage) }
  }

  /// Stores the session of a stopped timer.
  func keep(_ session: ReadingSession) throws -> StoredReading {
    let known = try ReadingStore.reading(user, workId: session.workId, startedAt: session.startedAt, rows)
    return try applyEdit(ReadingRules.outcome(of: session, joining: known?.session), to: known)
  }

  /// Like `apply`, but counts as a write even if the session is unchanged: the entry's page is set to the last
  /// session's end again.
  func applyEdit(_ outcome: ReadingRules.Outcome, to known: StoredReading?) throws -> StoredReading {
    guard case .unchanged(let session) = outcome,
      let page = try LibraryStore.entry(user, session.workId, rows)?.currentPage,
      try page != ReadingStore.lastPage(user, workId: session.workId, rows)
    else { return try apply(outcome, to: known) }
    return try apply(.changed(from: session, to: session), to: known)
  }

  /// Stores the outcome of the rules. `known` is the stored session.
  func apply(_ outcome: ReadingRules.Outcome, to known: StoredReading?) throws -> StoredReading {
    var stored = known ?? StoredReading(session: outcome.session)
    stored.session = outcome.session
    switch outcome {
    case .unchanged: return stored
    case .recorded(let session):
      try ReadingStore.save(stored, of: user, storage)
      try append(.reading(.recorded(ReadingRecorded(session: session))))
      try settle(session.workId) { $0.add(session) }
    case .changed(let old, let session):
      try ReadingStore.save(stored, of: user, storage)
      try append(.reading(.changed(ReadingChanged(old: old, new: session))))
      try settle(session.workId) { totals in
        totals.remove(old)
        totals.add(session)
      }
    }
    return stored
  }

  /// Updates the work's totals and current page. Called after every write to its sessions.
  func settle(_ workId: String, _ change: (inout ReadingTotals) -> Void) throws {
    var totals = try ReadingTotalsStore.totals(user, workId: workId, rows)
    change(&totals)
    try ReadingTotalsStore.save(totals, of: user, workId: workId, storage)
    if let page = try ReadingStore.lastPage(user, workId: workId, rows) {
      try LibraryStore.setCurrentPage(user, workId, page, storage)
    }
  }

  /// Opens a prompt for the first missing value of the session's work. Returns nil if nothing is missing.
  func openPrompt(for stored: inout StoredReading) throws -> DiversityPrompt? {
    let session = stored.session
    let known = Set(try DiversityStore.values(user, workId: session.workId, rows).keys)
    guard !stored.promptShown, let dimension = DiversityDimension.asked(known: known) else { return nil }
    stored.promptShown = true
    try ReadingStore.save(stored, of: user, storage)
    try appendCounted(
      .diversity(
        .promptOpened(
          DiversityPromptOpened(workId: session.workId, startedAt: session.startedAt, dimension: dimension))))
    return DiversityPrompt(
      sessionId: SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text, workId: session.workId,
      dimension: dimension)
  }
}
