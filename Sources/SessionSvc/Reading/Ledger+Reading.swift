import Chronology
import Domain

extension Ledger {
  func calendar(_ zones: any ZoneSource) -> LocalCalendar {
    zones.calendar(zone: account.profile.timezone, dayStart: account.profile.dayStart)
  }

  /// Appends an event, and counts it for the work about whose diversity it decides.
  func appendCounted(_ event: Event) throws {
    try append(event)
    if let workId = event.decidesDiversityOf { try DiversityStore.countUp(user, workId: workId, transaction) }
  }

  /// Keeps the session that a timer has become.
  func keep(_ session: ReadingSession) throws -> StoredReading {
    let known = try ReadingStore.reading(user, workId: session.workId, startedAt: session.startedAt, rows)
    return try applyEdit(ReadingRules.outcome(of: session, joining: known?.session), to: known)
  }

  /// As `apply`, for what is a write even where it leaves the session as it was: after it the entry is on the page on
  /// which the reader was last, also where somebody has turned that meanwhile.
  func applyEdit(_ outcome: ReadingRules.Outcome, to known: StoredReading?) throws -> StoredReading {
    guard case .unchanged(let session) = outcome,
      let page = try LibraryStore.entry(user, session.workId, rows)?.currentPage,
      try page != ReadingStore.lastPage(user, workId: session.workId, rows)
    else { return try apply(outcome, to: known) }
    return try apply(.changed(from: session, to: session), to: known)
  }

  /// Does what the rules have said about a session; `known` is what is stored of it.
  func apply(_ outcome: ReadingRules.Outcome, to known: StoredReading?) throws -> StoredReading {
    var stored = known ?? StoredReading(session: outcome.session)
    stored.session = outcome.session
    switch outcome {
    case .unchanged: return stored
    case .recorded(let session):
      try ReadingStore.save(stored, of: user, transaction)
      try append(.reading(.recorded(ReadingRecorded(session: session))))
      try settle(session.workId) { $0.add(session) }
    case .changed(let old, let session):
      try ReadingStore.save(stored, of: user, transaction)
      try append(.reading(.changed(ReadingChanged(old: old, new: session))))
      try settle(session.workId) { totals in
        totals.remove(old)
        totals.add(session)
      }
    }
    return stored
  }

  /// After every write to a work's sessions: their totals, and the page that the reader is on.
  func settle(_ workId: String, _ change: (inout ReadingTotals) -> Void) throws {
    var totals = try ReadingTotalsStore.totals(user, workId: workId, rows)
    change(&totals)
    try ReadingTotalsStore.save(totals, of: user, workId: workId, transaction)
    if let page = try ReadingStore.lastPage(user, workId: workId, rows) {
      try LibraryStore.setCurrentPage(user, workId, page, transaction)
    }
  }

  /// One question after a session, for what is first missing of its work; nil if nothing is.
  func openPrompt(for stored: inout StoredReading) throws -> DiversityPrompt? {
    let session = stored.session
    let known = Set(try DiversityStore.values(user, workId: session.workId, rows).keys)
    guard !stored.promptShown, let dimension = DiversityDimension.asked(known: known) else { return nil }
    stored.promptShown = true
    try ReadingStore.save(stored, of: user, transaction)
    try appendCounted(
      .diversity(
        .promptOpened(
          DiversityPromptOpened(workId: session.workId, startedAt: session.startedAt, dimension: dimension))))
    return DiversityPrompt(
      sessionId: SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text, workId: session.workId,
      dimension: dimension)
  }
}
