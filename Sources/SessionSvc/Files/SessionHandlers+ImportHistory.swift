import API
import Domain
import Proto

extension SessionHandlers {
  func listImports(
    _ call: SessionAPI.ListImports, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ImportRecord>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    var before = Int64.max
    if let cursor = paging.cursor {
      guard let number = Int64(cursor) else { throw Paging.badCursor }
      before = number
    }
    return try await read(caller, cost: paging.cost) { [before] user, rows in
      let found = try ImportHistoryStore.imports(of: user, before: before, limit: paging.limit + 1, rows)
      return try paging.wholePage(found, key: { "\($0.number)" }, items: { $0.compactMap(\.record) })
    }
  }

  /// Texts that are too long are cut: the record of an import must not fail after the import.
  func noteImport(_ call: SessionAPI.NoteImport, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard min(call.added, call.alreadyThere, call.rejected) >= 0 else {
      throw Fault.invalid("added", "must not be negative")
    }
    return try await command(caller) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      let stored = StoredImport(
        number: try ImportHistoryStore.lastNumber(of: user, rows) + 1, at: transaction.now,
        source: call.source.rawValue, format: call.format.rawValue,
        name: call.name.map { String($0.prefix(SessionLimits.importNameCharacters)) }, added: Int64(call.added),
        alreadyThere: Int64(call.alreadyThere), rejected: Int64(call.rejected),
        problem: call.problem.map { String($0.prefix(SessionLimits.problemCharacters)) })
      try ImportHistoryStore.add(stored, of: user, transaction.storage)
      return Nothing()
    }
  }
}
