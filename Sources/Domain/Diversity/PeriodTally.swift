import Chronology

/// The works of one year or month: those with a session that touches it, and those finished in it.
///
/// Computed on first use, then updated by each event. Another period replaces it.
struct PeriodTally: Sendable {
  let span: DaySpan
  private let calendar: LocalCalendar
  private(set) var tally = DiversityTally()
  /// The number of sessions per work that touch the period.
  private var sessions: [UInt32: Int] = [:]

  init(
    _ span: DaySpan, in calendar: LocalCalendar, works: WorkTable<WorkDiversityRow>, log: SessionLog<ReadingRow>
  ) {
    self.span = span
    self.calendar = calendar
    var touching: [UInt32: Int] = [:]
    log.forEach(from: span.from, to: span.to) { row in
      if touches(row) { touching[row.work, default: 0] += 1 }
    }
    sessions = touching
    var computed = DiversityTally()
    works.forEach { number, work in
      if holds(number, work) { computed.add(work) }
    }
    tally = computed
  }

  /// A session without a span belongs to the instant of its start.
  private func touches(_ row: ReadingRow) -> Bool {
    row.startedAt < span.to && (row.endedAt > span.from || row.startedAt >= span.from)
  }

  private func holds(_ number: UInt32, _ work: WorkDiversityRow) -> Bool {
    guard work.isInLibrary else { return false }
    return work.isFinished(in: span, calendar) || sessions[number] != nil
  }

  mutating func change(_ number: UInt32, from old: WorkDiversityRow, to new: WorkDiversityRow) {
    if holds(number, old) { tally.remove(old) }
    if holds(number, new) { tally.add(new) }
  }

  mutating func add(_ row: ReadingRow, of work: WorkDiversityRow) { count(row, 1, work) }
  mutating func remove(_ row: ReadingRow, of work: WorkDiversityRow) { count(row, -1, work) }

  private mutating func count(_ row: ReadingRow, _ step: Int, _ work: WorkDiversityRow) {
    guard touches(row) else { return }
    let held = holds(row.work, work)
    let count = sessions[row.work, default: 0] + step
    sessions[row.work] = count == 0 ? nil : count
    let holds = holds(row.work, work)
    if held && !holds { tally.remove(work) }
    if holds && !held { tally.add(work) }
  }

  var approximateBytes: Int { 1024 + sessions.count * 32 }
}
