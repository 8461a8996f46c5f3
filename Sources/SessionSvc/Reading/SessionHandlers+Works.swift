import API
import Domain
import Proto

extension SessionHandlers {
  func listWorks(_ call: SessionAPI.ListWorks, _ caller: Caller) async throws(Fault) -> Encoded<Page<Work>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    if let words = call.q.map(SearchWords.init), words.count > 0 {
      return try await read(caller, cost: SessionLimits.searchCost) { user, rows in
        var sieve = Sieve<Work>(paging, weight: words.count, key: \.id, bytes: \.textBytes)
        try WorkStore.each(user, after: after, rows) { work in
          sieve.accept(work) { words.match([$0.title] + $0.authors) }
        }
        return try sieve.page { $0 }
      }
    }
    return try await read(caller, cost: paging.cost * 8) { user, rows in
      // Works are of a few bytes or of a hundred thousand: no more are read than fit.
      var found: [Work] = []
      var room = SessionLimits.pageBytes
      try WorkStore.each(user, after: after, rows) { work in
        found.append(work)
        room -= work.textBytes
        return found.count <= paging.limit && room >= 0
      }
      return try paging.page(found, key: \.id, bytes: \.textBytes) { $0 }
    }
  }

  func fetchWork(_ call: SessionAPI.FetchWork, _ caller: Caller) async throws(Fault) -> Work {
    try check(id: call.id)
    let work = try await read(caller) { user, rows in try WorkStore.work(user, call.id, rows) }
    guard let work else { throw .noWork }
    return work
  }

  func saveWork(_ call: SessionAPI.SaveWork, _ caller: Caller) async throws(Fault) -> Written<Work> {
    let work = Work(call)
    return try await command(caller, cost: 1 + work.textBytes / 1_024) { ledger in
      try LibraryRules.check(work)
      let old = try WorkStore.work(ledger.user, work.id, ledger.rows)
      if work != old {
        try WorkStore.save(work, of: ledger.user, ledger.transaction)
        try ledger.append(.reading(.workSaved(WorkSaved(work: work, old: old))))
      }
      return Written(created: old == nil, value: work)
    }
  }

  /// Its entry, its values and a timer on it go along; its sessions and the points for it stay.
  func deleteWork(_ call: SessionAPI.DeleteWork, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard let work = try WorkStore.work(ledger.user, call.id, ledger.rows) else { throw Fault.noWork }
      let entry = try LibraryStore.entry(ledger.user, work.id, ledger.rows)
      try WorkStore.delete(ledger.user, work.id, ledger.transaction)
      try LibraryStore.delete(ledger.user, work.id, ledger.transaction)
      try TimerStore.delete(ledger.user, on: work.id, ledger.transaction)
      try DiversityStore.clearAll(ledger.user, workId: work.id, ledger.transaction)
      try ledger.appendCounted(.reading(.workRemoved(WorkRemoved(work: work, entry: entry))))
      return Nothing()
    }
  }
}

extension Fault {
  static let noWork = Fault(.notFound, "there is no such work")
  static let noEntry = Fault(.notFound, "the library has no such work")
}

extension Work {
  init(_ call: SessionAPI.SaveWork) {
    self.init(
      id: call.id, title: call.title, authors: call.authors ?? [], pageCount: call.pageCount, language: call.language,
      originalLanguage: call.originalLanguage, genres: call.genres ?? [], publishedYear: call.publishedYear)
  }

  /// About what the work takes on the wire: its texts, and a head for each.
  var textBytes: Int {
    let texts = [id, title, language ?? "", originalLanguage ?? ""] + authors + genres
    return texts.reduce(128) { $0 + $1.utf8.count + 3 }
  }
}
