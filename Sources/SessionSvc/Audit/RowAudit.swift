import Chronology
import Domain
import Proto
import Storage

/// One user's rows against the fold of their journal, in one state of the database.
struct RowAudit {
  let user: String
  let rows: Rows
  let account: Account
  private(set) var verifier: JournalVerifier
  private(set) var findings: [String] = []
  /// Events that were recorded when they cannot have been.
  private(set) var times: [String] = []
  private var openedAt = ListeningRules.earliest
  private let scratch: ScratchDatabase
  private let replay: JournalReplay

  init(_ user: String, _ account: Account, _ rows: Rows) throws {
    self.user = user
    self.account = account
    self.rows = rows
    verifier = JournalVerifier(chainStart: account.chainStart)
    scratch = try ScratchDatabase(migrations: SessionSchema.migrations)
    replay = JournalReplay(user: user, transaction: scratch.transaction) { seq, all, new in
      // Which of the two it was is not said by the event; what is stored must be one of them.
      try AnomalyStore.count(user, at: seq, rows) == all.count ? all : new
    }
    var empty = account
    empty.heroCount = 0
    empty.profile = Profile(createdAt: account.profile.createdAt)
    try UserStore.insert(user, empty, scratch.transaction)
  }

  /// Reads the journal, and makes the rows that follow from it.
  mutating func read(now: Instant) throws {
    var wrongTimes = 0
    try JournalStore.eachRow(user, rows) { row, recordedAt in
      let event = verifier.check(row)
      if !isSane(recordedAt, now) { wrongTimes += 1 }
      if let event { apply(event, row.seq, recordedAt) }
    }
    verifier.finish(head: account.head)
    if wrongTimes > 0 { times.append("\(wrongTimes) events were recorded at times that cannot be") }
  }

  /// Where the journal is broken, what does not follow from it says nothing.
  mutating func compare() throws {
    guard verifier.findings.isEmpty, findings.isEmpty else { return }
    if let expected = try UserStore.account(user, scratch.rows) {
      if expected.profile != account.profile { findings.append("the profile is not what the journal says") }
      if expected.heroCount != account.heroCount {
        findings.append("\(account.heroCount) heroes are counted, and there are \(expected.heroCount)")
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
      findings.append("event \(seq) does not go with those before it: \(error)")
    }
    guard case .account(.opened(let event)) = event else { return }
    openedAt = event.at
    if event.at != recordedAt {
      times.append("event \(seq) was not recorded when it happened")
    }
  }

  /// The checksums do not cover the time of recording: it has to be possible, no more. What was imported from another
  /// account was recorded there, before this one was opened.
  private func isSane(_ recordedAt: Instant, _ now: Instant) -> Bool {
    let slack = AuditLimits.clockSlackSeconds
    let earliest = min(openedAt, ListeningRules.earliest)
    return recordedAt.seconds >= earliest.seconds - slack && recordedAt.seconds <= now.seconds + slack
  }
}

enum AuditLimits {
  /// A clock may have been set back or forth by a day.
  static let clockSlackSeconds: Int64 = 86_400
}
