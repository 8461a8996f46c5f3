import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listLibrary(
    _ call: SessionAPI.ListLibrary, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.LibraryEntryReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    let words = SearchWords(call.q ?? "")
    if call.status != nil || words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var filter = PageFilter<LibraryStore.Described>(
          paging, weight: words.count, key: \.entry.workId, bytes: \.textBytes)
        try LibraryStore.eachDescribed(user, after: after, rows) { row in
          filter.accept(row) { (call.status ?? $0.entry.status) == $0.entry.status && words.match($0.texts) }
        }
        return try filter.page { try SessionAPI.LibraryEntryReply($0.entry, of: user, rows) }
      }
    }
    return try await read(caller, cost: paging.cost * 2) { user, rows in
      let found = try LibraryStore.entries(user, after: after, limit: paging.limit + 1, rows)
        .map { try SessionAPI.LibraryEntryReply($0, of: user, rows) }
      return try paging.page(found, key: \.workId) { $0 }
    }
  }

  func fetchEntry(_ call: SessionAPI.FetchEntry, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.LibraryEntryReply
  {
    try check(id: call.workId, "workId")
    let entry = try await read(caller) { user, rows in
      try LibraryStore.entry(user, call.workId, rows).map { try SessionAPI.LibraryEntryReply($0, of: user, rows) }
    }
    guard let entry else { throw .noEntry }
    return entry
  }

  func saveEntry(
    _ call: SessionAPI.SaveEntry, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.LibraryEntryReply> {
    try check(id: call.workId, "workId")
    return try await command(caller) { transaction in
      guard let work = try WorkStore.work(transaction.user, call.workId, transaction.rows) else { throw Fault.noWork }
      let old = try LibraryStore.entry(transaction.user, call.workId, transaction.rows)
      let entry = try LibraryRules.entry(
        LibraryEntry(call), currentPage: call.currentPage, replacing: old, work: work, now: transaction.now)
      if entry != old {
        try LibraryStore.save(entry, of: transaction.user, transaction.storage)
        try transaction.append(.reading(.entrySaved(EntrySaved(entry: entry, old: old))))
      }
      return Written(
        created: old == nil, value: try SessionAPI.LibraryEntryReply(entry, of: transaction.user, transaction.rows))
    }
  }

  func patchEntry(
    _ call: SessionAPI.PatchEntry, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.LibraryEntryReply> {
    try check(id: call.workId, "workId")
    let edit = LibraryEdit(call)
    return try await command(caller) { transaction in
      guard let old = try LibraryStore.entry(transaction.user, call.workId, transaction.rows) else {
        throw Fault.noEntry
      }
      let work = try WorkStore.work(transaction.user, call.workId, transaction.rows)
      let entry = try edit.outcome(for: old, work: work, now: transaction.now)
      if entry != old {
        try LibraryStore.save(entry, of: transaction.user, transaction.storage)
        try transaction.append(.reading(.entrySaved(EntrySaved(entry: entry, old: old))))
      }
      return Written(
        created: false, value: try SessionAPI.LibraryEntryReply(entry, of: transaction.user, transaction.rows))
    }
  }

  /// Also removes a timer on the work and its open prompts. The sessions remain.
  func deleteEntry(_ call: SessionAPI.DeleteEntry, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.workId, "workId")
    return try await command(caller) { transaction in
      guard let entry = try LibraryStore.entry(transaction.user, call.workId, transaction.rows) else {
        throw Fault.noEntry
      }
      try LibraryStore.delete(transaction.user, call.workId, transaction.storage)
      try TimerStore.delete(transaction.user, on: call.workId, transaction.storage)
      try transaction.appendCounted(.reading(.entryRemoved(EntryRemoved(entry: entry))))
      return Nothing()
    }
  }
}

extension SessionAPI.LibraryEntryReply {
  init(_ entry: LibraryEntry, of user: String, _ rows: Rows) throws {
    let totals = try ReadingTotalsStore.totals(user, workId: entry.workId, rows)
    self.init(entry, minutes: totals.minutes, pages: totals.pages, sessions: totals.sessions)
  }
}

extension LibraryEntry {
  init(_ call: SessionAPI.SaveEntry) {
    self.init(
      workId: call.workId, status: call.status, rating: call.rating, startedAt: call.startedAt,
      finishedAt: call.finishedAt)
  }
}

extension LibraryEdit {
  init(_ call: SessionAPI.PatchEntry) {
    self.init()
    status = call.status
    currentPage = call.currentPage
    rating = call.rating
    startedAt = call.startedAt
    finishedAt = call.finishedAt
  }
}
