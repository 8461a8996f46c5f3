import Chronology
import Domain
import Proto
import Storage

/// Compares one user's rows with the fold of their journal, in one state of the database.
struct RowAudit {
  let user: String
  let rows: Rows
  let record: UserRecord
  private(set) var verifier: JournalVerifier
  private(set) var findings: [String] = []
  /// Findings about impossible recording times.
  private(set) var times: [String] = []
  /// Recording times of a wrong clock. They are facts, not damage.
  private(set) var clock: [String] = []
  private var openedAt = ListeningRules.earliest
  private let scratch: ScratchDatabase
  private let replay: JournalReplay

  init(_ user: String, _ record: UserRecord, _ rows: Rows) throws {
    self.user = user
    self.record = record
    self.rows = rows
    verifier = JournalVerifier(chainStart: record.chainStart)
    scratch = try ScratchDatabase(migrations: SessionSchema.migrations)
    replay = JournalReplay(user: user, transaction: scratch.transaction) { seq, all, new in
      // The event does not show which of the two was reported, so the stored count decides.
      try AnomalyStore.count(user, at: seq, rows) == all.count ? all : new
    }
    var empty = record
    empty.heroCount = 0
    empty.profile = Profile(createdAt: record.profile.createdAt)
    empty.settings = SettingsHistory(empty.profile)
    try UserStore.insert(user, empty, scratch.transaction)
  }

  /// Reads the journal and rebuilds the rows.
  mutating func read(now: Instant) throws {
    var (impossible, implausible) = (0, 0)
    try JournalStore.eachRow(user, rows) { row, recordedAt in
      let event = verifier.check(row)
      if !CBORLimits.instantSeconds.contains(recordedAt.seconds) {
        impossible += 1
      } else if !isPlausible(recordedAt, now) {
        implausible += 1
      }
      if let event { apply(event, row.seq, recordedAt) }
    }
    verifier.finish(head: record.head)
    times += Self.finding(impossible, "impossible")
    clock += Self.finding(implausible, "implausible").map { "\($0): the clock was wrong" }
  }

  private static func finding(_ count: Int, _ what: String) -> [String] {
    switch count {
    case 0: []
    case 1: ["1 event has an \(what) recording time"]
    default: ["\(count) events have \(what) recording times"]
    }
  }

  /// Rows are compared only if the journal is sound.
  mutating func compare() throws {
    guard verifier.findings.isEmpty, findings.isEmpty else { return }
    if let expected = try UserStore.record(user, scratch.rows) {
      if expected.profile != record.profile || expected.settings != record.settings {
        findings.append("the profile differs from the journal")
      }
      if expected.heroCount != record.heroCount {
        findings.append("the hero count is \(record.heroCount) but the journal has \(expected.heroCount) heroes")
      }
    }
    for table in AuditedTable.all {
      findings += try RowComparison.findings(table, of: user, used: rows, expected: scratch.rows)
    }
  }

  private mutating func apply(_ event: Event, _ seq: Int64, _ recordedAt: Instant) {
    do {
      try replay.apply(event, seq: seq, recordedAt: recordedAt)
    } catch {
      findings.append("event \(seq) does not fit the events before it: \(error)")
    }
    guard case .account(.opened(let event)) = event else { return }
    openedAt = event.at
    if event.at != recordedAt {
      times.append("event \(seq) has a recording time that differs from its own time")
    }
  }

  /// Imported events keep the recording time of their old account.
  private func isPlausible(_ recordedAt: Instant, _ now: Instant) -> Bool {
    let slack = AuditLimits.clockSlackSeconds
    let earliest = min(openedAt, ListeningRules.earliest)
    return recordedAt.seconds >= earliest.seconds - slack && recordedAt.seconds <= now.seconds + slack
  }
}

enum AuditLimits {
  /// A clock may have been changed by a day.
  static let clockSlackSeconds: Int64 = 86_400
}
