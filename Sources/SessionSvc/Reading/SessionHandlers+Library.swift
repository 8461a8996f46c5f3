import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listLibrary(
    _ call: SessionAPI.ListLibrary, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.LibraryEntryReply>> {
    let query = try LibraryQuery(call)
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    if !query.isPlain { return try await list(query, paging, caller) }
    let after = try paging.afterId()
    let words = SearchWords(call.q ?? "")
    let isSearch = call.status != nil || words.count > 0
    return try await read(caller, cost: isSearch ? SessionLimits.searchCost : paging.cost * 4) {
      [zones] user, rows in
      let shelf = Shelf(user, try Self.calendar(of: user, zones, rows), rows)
      var filter = PageFilter<LibraryStore.Described>(
        paging, weight: words.count, key: \.entry.workId, bytes: \.textBytes)
      try LibraryStore.eachDescribed(user, after: after, rows) { row in
        try filter.accept(row) { row in
          guard words.match(row.texts) else { return false }
          return try call.status.map { try shelf.status(of: row.entry) == $0 } ?? true
        }
      }
      return try filter.page { try shelf.reply($0.entry) }
    }
  }

  func fetchEntry(_ call: SessionAPI.FetchEntry, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.LibraryEntryReply
  {
    try check(id: call.workId, "workId")
    let entry = try await read(caller) { [zones] user, rows in
      try LibraryStore.entry(user, call.workId, rows).map { entry in
        try Shelf(user, try Self.calendar(of: user, zones, rows), rows).reply(entry)
      }
    }
    guard let entry else { throw .noEntry }
    return entry
  }

  func saveEntry(
    _ call: SessionAPI.SaveEntry, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.LibraryEntryReply> {
    try check(id: call.workId, "workId")
    return try await command(caller) { [zones] transaction in
      guard let work = try WorkStore.work(transaction.user, call.workId, transaction.rows) else { throw Fault.noWork }
      let old = try LibraryStore.record(transaction.user, call.workId, transaction.rows)
      return try transaction.edit(old, of: work, LibraryEdit(call), zones)
    }
  }

  func patchEntry(
    _ call: SessionAPI.PatchEntry, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.LibraryEntryReply> {
    try check(id: call.workId, "workId")
    return try await command(caller) { [zones] transaction in
      guard let old = try LibraryStore.record(transaction.user, call.workId, transaction.rows) else {
        throw Fault.noEntry
      }
      let work = try WorkStore.work(transaction.user, call.workId, transaction.rows)
      return try transaction.edit(old, of: work, LibraryEdit(call), zones)
    }
  }

  func restoreEntry(_ call: SessionAPI.RestoreEntry, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let workId = call.event.entry.workId
    try check(id: workId, "workId")
    return try await command(caller) { [zones] transaction in
      guard try WorkStore.work(transaction.user, workId, transaction.rows) != nil else { throw Fault.noWork }
      let old = try LibraryStore.record(transaction.user, workId, transaction.rows)
      var event = call.event
      event.old = event.reads == nil ? event.old : old?.entry
      // Listen-throughs follow from the sessions of this account. Only their ratings and notes are taken.
      let listened = (event.reads ?? []).compactMap(\.new).filter(\.isListened)
      event.reads?.removeAll { ($0.new ?? $0.old)?.isListened ?? true }
      let record = LibraryRecord.after(event, of: old)
      try record.check()
      if record != old { try transaction.store(record, replacing: old, event) }
      for read in listened {
        try read.check()
        try ListenNoteStore.save(read, of: transaction.user, transaction.storage)
      }
      if !listened.isEmpty { try transaction.followListening(to: workId, zones) }
      return Nothing()
    }
  }

  func importEntry(
    _ call: SessionAPI.ImportEntry, _ caller: CallerContext
  ) async throws(Fault) -> Written<Nothing> {
    let workId = call.entry.workId
    try check(id: workId, "workId")
    return try await command(caller) { [zones] transaction in
      guard let work = try WorkStore.work(transaction.user, workId, transaction.rows) else { throw Fault.noWork }
      let old = try LibraryStore.record(transaction.user, workId, transaction.rows)
      let record = try call.entry.outcome(
        for: old, work: work, now: transaction.now, in: transaction.calendar(zones),
        newId: UserTransaction.newReadId)
      try transaction.store(record, replacing: old)
      return Written(created: old == nil, value: Nothing())
    }
  }

  func followPages(_ call: SessionAPI.FollowPages, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.workId, "workId")
    return try await command(caller, cost: SessionLimits.searchCost) { transaction in
      guard let work = try WorkStore.work(transaction.user, call.workId, transaction.rows) else { throw Fault.noWork }
      let old = try LibraryStore.record(transaction.user, work.id, transaction.rows)
      let sessions = try ReadingStore.sessions(transaction.user, workId: work.id, transaction.rows)
      let record = PageReads.record(
        of: work.id, sessions: sessions, pageCount: work.pageCount, replacing: old, now: transaction.now,
        newId: UserTransaction.newReadId)
      if let record { try transaction.store(record, replacing: old) }
      return Nothing()
    }
  }

  /// Also removes the work's reads, a timer on it and its open prompts. The sessions remain.
  func deleteEntry(_ call: SessionAPI.DeleteEntry, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.workId, "workId")
    return try await command(caller) { transaction in
      guard let record = try LibraryStore.record(transaction.user, call.workId, transaction.rows) else {
        throw Fault.noEntry
      }
      try transaction.unlinkStories(of: call.workId)
      try transaction.remove(record)
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Applies an edit of a library entry. Without a record, the work is added to the library.
  func edit(
    _ old: LibraryRecord?, of work: Work?, _ edit: LibraryEdit, _ zones: any ZoneSource
  ) throws -> Written<SessionAPI.LibraryEntryReply> {
    let calendar = calendar(zones)
    let workId = work?.id ?? old?.entry.workId ?? ""
    let shelf = Shelf(user, calendar, rows)
    let known = old ?? LibraryRecord(entry: LibraryEntry(workId: workId, status: .wantToRead))
    var record = try edit.outcome(for: known, work: work, now: now, in: calendar, newId: Self.newReadId()) { read in
      try shelf.hasSessions(read, in: known)
    }
    if old == nil, record.entry.status == .wantToRead { record.entry.wantedAt = now }
    try store(record, replacing: old)
    return Written(created: old == nil, value: try shelf.reply(record, of: work))
  }

  static func newReadId() -> String { "r" + String(UInt64(bitPattern: RandomBytes.integer()), radix: 36) }

  /// Stores a record and appends its event. Does nothing if it is unchanged.
  func store(_ record: LibraryRecord, replacing old: LibraryRecord?) throws {
    if let event = record.event(from: old, at: now) { try store(record, replacing: old, event) }
  }

  fileprivate func store(_ record: LibraryRecord, replacing old: LibraryRecord?, _ event: EntrySaved) throws {
    try record.checkReviews()
    try LibraryStore.save(record.entry, of: user, at: now, storage)
    let changes = record.event(from: old, at: now)?.reads ?? []
    try ReadStore.apply(changes, of: user, workId: record.entry.workId, storage)
    try append(.reading(.entrySaved(event)))
  }
}

extension LibraryEdit {
  init(_ call: SessionAPI.SaveEntry) {
    self.init(
      replacing: call.status, currentPage: call.currentPage, rating: call.rating,
      start: DateEdit(
        at: call.startedAt.map { .set($0) } ?? .unchanged, on: call.startedOn.map { .set($0) } ?? .unchanged),
      finish: DateEdit(
        at: call.finishedAt.map { .set($0) } ?? .unchanged, on: call.finishedOn.map { .set($0) } ?? .unchanged))
  }

  init(_ call: SessionAPI.PatchEntry) {
    self.init()
    status = call.status
    currentPage = call.currentPage
    rating = call.rating
    start = DateEdit(at: call.startedAt, on: call.startedOn)
    finish = DateEdit(at: call.finishedAt, on: call.finishedOn)
  }
}
