import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  func recordRuck(
    _ call: SessionAPI.RecordRuck, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.RuckReply> {
    try await keyed(caller, SessionAPI.RecordRuck.name) { transaction in
      let (ruck, isNew) = try transaction.accept(call)
      return Written(created: isNew, value: SessionAPI.RuckReply(ruck))
    }
  }

  func listRucks(
    _ call: SessionAPI.ListRucks, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.RuckReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    var before = Int64.max
    if let cursor = paging.cursor {
      guard let seconds = Int64(cursor) else { throw Paging.badCursor }
      before = seconds
    }
    return try await read(caller, cost: paging.cost) { [before, zones] user, rows in
      let starts = try StartRange(from: call.from, to: call.to, of: user, zones, rows)
      let found = try RuckStore.rucks(user, starts, before: before, limit: paging.limit + 1, rows)
      return try paging.page(found, key: { "\($0.startedAt.seconds)" }, item: SessionAPI.RuckReply.init)
    }
  }

  func fetchRuck(_ call: SessionAPI.FetchRuck, _ caller: CallerContext) async throws(Fault) -> SessionAPI.RuckReply {
    try check(id: call.id)
    let ruck = try await read(caller) { user, rows in try RuckStore.ruck(user, call.id, rows) }
    guard let ruck else { throw .noRuck }
    return SessionAPI.RuckReply(ruck)
  }

  func patchRuck(_ call: SessionAPI.PatchRuck, _ caller: CallerContext) async throws(Fault) -> Written<
    SessionAPI.RuckReply
  > {
    try check(id: call.id)
    let edit = RuckEdit(call)
    return try await command(caller) { transaction in
      guard let known = try RuckStore.ruck(transaction.user, call.id, transaction.rows) else { throw Fault.noRuck }
      let outcome = try edit.outcome(for: known, now: transaction.now)
      try transaction.apply(outcome)
      return Written(created: false, value: SessionAPI.RuckReply(outcome.ruck))
    }
  }

  func deleteRuck(_ call: SessionAPI.DeleteRuck, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let known = try RuckStore.ruck(transaction.user, call.id, transaction.rows) else { throw Fault.noRuck }
      try RuckStore.delete(known, of: transaction.user, transaction.storage)
      try TrackStore.delete(transaction.user, startedAt: known.startedAt, transaction.storage)
      try transaction.append(.rucks(.removed(RuckRemoved(ruck: known))))
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Returns this id, with a random suffix if another ruck has it.
  fileprivate func unusedId(_ id: String) throws -> String {
    var unused = id
    while try RuckStore.ruck(user, unused, rows) != nil {
      unused = "\(id)-\(UInt32(truncatingIfNeeded: RandomBytes.integer()))"
    }
    return unused
  }

  /// Applies the rules to a report and the rucks with the same start or id, and stores the outcome.
  func accept(_ call: SessionAPI.RecordRuck) throws -> (ruck: Ruck, isNew: Bool) {
    var report = Ruck(call)
    let known = try RuckStore.ruck(user, startedAt: report.startedAt, rows)
    if call.id == nil { report.id = try known?.id ?? unusedId(report.id) }
    let outcome = try RuckRules.outcome(of: report, known: known, now: now, pathNames: Endpoints.ruckNames)
    if let other = try RuckStore.ruck(user, report.id, rows), other.startedAt != report.startedAt {
      throw Fault(.conflict, "another ruck, started at \(other.startedAt), has this id; use a different id or start")
    }
    try apply(outcome)
    return (outcome.ruck, known == nil)
  }

  func apply(_ outcome: RuckRules.Outcome) throws {
    switch outcome {
    case .unchanged: return
    case .recorded(let ruck): try append(.rucks(.recorded(RuckRecorded(ruck: ruck))))
    case .changed(let old, let new): try append(.rucks(.changed(RuckChanged(old: old, new: new))))
    }
    try RuckStore.save(outcome.ruck, of: user, storage)
  }
}

extension Fault {
  static let noRuck = Fault(.notFound, "no ruck has this id")
}
