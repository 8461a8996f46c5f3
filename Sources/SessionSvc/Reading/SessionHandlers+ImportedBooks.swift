import API
import Chronology
import Domain
import Proto

extension SessionHandlers {
  func importBooks(
    _ call: SessionAPI.ImportBooks, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ImportedBooks> {
    guard call.books.count <= SessionAPI.booksPerBatch else {
      throw Fault.invalid("books", "must have at most \(SessionAPI.booksPerBatch) items")
    }
    let cost = SessionLimits.importedBookCost
    return try await batch(caller, SessionAPI.ImportBooks.name, call.books, named: "books", itemCost: cost) { _, _ in
    } accepted: { [zones] (transaction, book: SessionAPI.ImportBook, _: Void) in
      SessionAPI.ImportedBook(status: try transaction.accept(book, zones) ? 201 : 200)
    } rejected: {
      SessionAPI.ImportedBook(status: $0.status, error: $0)
    } reply: {
      SessionAPI.ImportedBooks(results: $0)
    }
  }
}

extension UserTransaction {
  /// Saves the work, adds the tags and imports the entry. Nothing is stored if one of them is rejected. Returns whether
  /// the entry is new, or the work if there is no entry.
  fileprivate func accept(_ book: SessionAPI.ImportBook, _ zones: any ZoneSource) throws -> Bool {
    let id = try book.workId
    let oldWork = try WorkStore.work(user, id, rows)
    let savedWork = book.work.map { Work($0, replacing: oldWork) } ?? oldWork
    guard var work = savedWork else { throw Fault(.conflict, Fault.noWork.message) }
    if let tags = book.tags { work.tags.add(tags.texts) }
    try LibraryRules.check(work)
    let oldRecord = book.entry == nil ? nil : try LibraryStore.record(user, id, rows)
    let record = try book.entry?.outcome(
      for: oldRecord, work: work, now: now, in: calendar(zones), newId: UserTransaction.newReadId)
    try save(work, replacing: oldWork)
    guard let record else { return oldWork == nil }
    try store(record, replacing: oldRecord)
    return oldRecord == nil
  }
}

extension SessionAPI.ImportBook: SelfValidating {
  /// The id of the work and of the entry.
  fileprivate var workId: String {
    get throws(Rejection) {
      guard let id = work?.id ?? entry?.workId ?? tags?.workId else {
        throw Rejection("work", "is required without an entry and without tags")
      }
      if let other = entry?.workId, other != id { throw Rejection("entry.workId", "must be the id of the work") }
      if let other = tags?.workId, other != id { throw Rejection("tags.workId", "must be the id of the work") }
      try TextRules.violations(ofId: id, "id").reject()
      return id
    }
  }

  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    violations {
      if let work { try LibraryRules.check(Work(work)) }
      try entry?.check(work: nil)
    }
  }
}
