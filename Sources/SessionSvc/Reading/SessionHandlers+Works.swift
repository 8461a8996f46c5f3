import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listWorks(_ call: SessionAPI.ListWorks, _ caller: CallerContext) async throws(Fault)
    -> Encoded<Page<SessionAPI.WorkReply>>
  {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    if let words = call.q.map(SearchWords.init), words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var filter = PageFilter<Work>(paging, weight: words.count, key: \.id, bytes: \.textBytes)
        try WorkStore.each(user, after: after, rows) { work in
          filter.accept(work) { words.match([$0.title] + $0.authors) }
        }
        return try filter.wholePage { try SessionAPI.WorkReply.all($0, of: user, rows) }
      }
    }
    return try await read(caller, cost: paging.cost * 8) { user, rows in
      // A work may have a few bytes or a hundred thousand, so reading stops when a page is full.
      var found: [Work] = []
      var room = SessionLimits.pageBytes
      try WorkStore.each(user, after: after, rows) { work in
        found.append(work)
        room -= work.textBytes
        return found.count <= paging.limit && room >= 0
      }
      return try paging.wholePage(found, key: \.id, bytes: \.textBytes) {
        try SessionAPI.WorkReply.all($0, of: user, rows)
      }
    }
  }

  func fetchWork(_ call: SessionAPI.FetchWork, _ caller: CallerContext) async throws(Fault) -> SessionAPI.WorkReply {
    try check(id: call.id)
    return try await read(caller) { user, rows in
      guard let work = try WorkStore.work(user, call.id, rows) else { throw Fault.noWork }
      return SessionAPI.WorkReply(work, hasCover: try CoverStore.exists(user, .work, work.id, rows))
    }
  }

  func saveWork(_ call: SessionAPI.SaveWork, _ caller: CallerContext) async throws(Fault)
    -> Written<SessionAPI.WorkReply>
  {
    return try await command(caller, cost: 1 + Work(call).textBytes / 1_024) { transaction in
      let old = try WorkStore.work(transaction.user, call.id, transaction.rows)
      let work = Work(call, replacing: old)
      try LibraryRules.check(work, isbn: call.isbn.value)
      try transaction.save(work, replacing: old)
      let hasCover = try CoverStore.exists(transaction.user, .work, work.id, transaction.rows)
      return Written(created: old == nil, value: SessionAPI.WorkReply(work, hasCover: hasCover))
    }
  }

  /// Also removes the work's entry, values, timer and cover. Its sessions and points remain.
  func deleteWork(_ call: SessionAPI.DeleteWork, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let work = try WorkStore.work(transaction.user, call.id, transaction.rows) else { throw Fault.noWork }
      let record = try LibraryStore.record(transaction.user, work.id, transaction.rows)
      let reads = record.flatMap { $0.all.isEmpty ? nil : $0.all }
      try transaction.unlinkStories(of: work.id)
      try WorkStore.delete(transaction.user, work.id, transaction.storage)
      try LibraryStore.delete(transaction.user, work.id, transaction.storage)
      try TimerStore.delete(transaction.user, on: work.id, transaction.storage)
      try CoverStore.delete(transaction.user, .work, work.id, transaction.storage)
      try DiversityStore.clearAll(transaction.user, workId: work.id, transaction.storage)
      try transaction.appendCounted(.reading(.workRemoved(WorkRemoved(work: work, entry: record?.entry, reads: reads))))
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Stores a valid work and appends its event. Does nothing if it is unchanged.
  func save(_ work: Work, replacing old: Work?) throws {
    guard work != old else { return }
    try WorkStore.save(work, of: user, storage)
    try append(.reading(.workSaved(WorkSaved(work: work, old: old))))
  }
}

extension SessionAPI.WorkReply {
  /// Returns the replies for a page of works, sorted by id.
  fileprivate static func all(_ works: ArraySlice<Work>, of user: String, _ rows: Rows) throws -> [Self] {
    let covered = try CoverStore.ids(user, .work, among: works.map(\.id), rows)
    return works.map { Self($0, hasCover: covered.contains($0.id)) }
  }
}

extension Fault {
  static let noWork = Fault(.notFound, "no work has this id")
  static let noEntry = Fault(.notFound, "this work is not in the library; add it first")
}

extension Work {
  /// The approximate encoded size.
  var textBytes: Int {
    let known = WorkIdentifiers.Source.allCases.compactMap { identifiers[$0] }
    let single = [id, title, language ?? "", originalLanguage ?? "", series?.name ?? ""]
    let texts = single + authors + genres + identifiers.isbn + known + tags.texts
    return texts.reduce(128) { $0 + $1.utf8.count + 3 }
  }
}
