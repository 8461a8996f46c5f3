import Domain

@testable import Import

/// Plans a list of books slowly and obviously: every book is compared with every work.
struct BookModel {
  private(set) var works: [ImportPlan.Item<Work>] = []
  private(set) var entries: [ImportPlan.Item<ImportedEntry>] = []
  private(set) var identifiers: [String: WorkIdentifiers] = [:]
  private(set) var report = ImportReport()
  /// Existing and new works, in order.
  private var known: [Work]
  private var shelved: Set<String>
  private var owners: [String: Int] = [:]

  init(_ findings: Findings, existing: ExistingData) {
    known = []
    shelved = existing.shelved
    for work in existing.works { insert(work) }
    report.add(findings.report)
    var taken: [FoundBook] = []
    for book in findings.books where take(book) { taken.append(book) }
    let remaining = taken.filter { !unowned($0).isEmpty }
    for _ in 0..<ImportLimits.identifierPasses {
      let before = owners.count
      for book in remaining {
        if let place = place(of: book) { addIdentifiers(of: book, to: place) }
      }
      if owners.count == before { break }
    }
    report.sortProblems()
  }

  private mutating func insert(_ work: Work) {
    for text in [work.id] + work.identifiers.prefixed where owners[text] == nil { owners[text] = known.count }
    known.append(work)
  }

  private func unowned(_ book: FoundBook) -> WorkIdentifiers {
    WorkIdentifiers(prefixed: book.identifiers.filter { owners[$0] == nil })
  }

  private func matches(_ book: FoundBook) -> [Int] {
    known.indices.filter { place in
      TitleKey(known[place].title).matches(TitleKey(book.title))
        && AuthorKey.mayShare(known[place].authors.map { AuthorKey($0) }, book.authors.map { AuthorKey($0) })
    }
  }

  private func place(of book: FoundBook) -> Int? {
    for id in book.identifiers {
      guard let place = owners[id] else { continue }
      let work = known[place]
      let isCertain = id.hasPrefix("isbn:") || (book.ownNumbers.contains(id) && work.id == id)
      let sharesAuthor = AuthorKey.mayShare(work.authors.map { AuthorKey($0) }, book.authors.map { AuthorKey($0) })
      let sharesWord = !TitleKey(work.title).words.isDisjoint(with: TitleKey(book.title).words)
      if isCertain || sharesAuthor || sharesWord { return place }
    }
    let found = matches(book)
    return found.first { TitleKey(known[$0].title) == TitleKey(book.title) } ?? found.first ?? owners[hash(book)]
  }

  /// The id of a book in an empty library, without its identifiers.
  private func hash(_ book: FoundBook) -> String {
    var book = book
    book.identifiers = []
    return WorkIndex().id(ofNew: book)
  }

  /// Returns whether the book was accepted.
  private mutating func take(_ book: FoundBook) -> Bool {
    let kind: ImportReport.Kind = book.entry == nil ? .works : .library
    let place = place(of: book)
    let id = place.map { known[$0].id } ?? book.identifiers.first { owners[$0] == nil } ?? hash(book)
    let work = Work(
      id: id, title: book.title, authors: book.authors, pageCount: book.pageCount, language: book.language,
      originalLanguage: book.originalLanguage, genres: book.genres, publishedYear: book.publishedYear,
      identifiers: unowned(book))
    let entry = book.entry.map { found in
      let last = place.flatMap { known[$0].pageCount }
      return ImportedEntry(
        workId: id, status: found.status, currentPage: found.currentPage.map { min($0, last ?? $0) },
        rating: found.rating, reads: found.reads, madeUpFinish: found.madeUpFinish)
    }
    do throws(Rejection) {
      if place == nil { try LibraryRules.check(work) }
      try entry?.check(work: nil)
    } catch {
      report.reject(kind, line: book.line, error.reason)
      return false
    }
    if let place {
      addIdentifiers(of: book, to: place)
    } else {
      insert(work)
      works.append(ImportPlan.Item(line: book.line, value: work))
    }
    var isNews = false
    if let entry {
      if let other = entries.firstIndex(where: { $0.value.workId == id }) {
        entries[other].value.merge(entry)
      } else {
        isNews = shelved.insert(id).inserted
        if isNews || !entry.reads.isEmpty {
          entries.append(ImportPlan.Item(line: book.line, value: entry, isNew: isNews))
        }
      }
    }
    if isNews || (kind == .works && place == nil) { report.add(kind) } else { report.addExisting(kind) }
    return true
  }

  private mutating func addIdentifiers(of book: FoundBook, to place: Int) {
    var all = known[place].identifiers
    all.add(WorkIdentifiers(prefixed: book.identifiers))
    guard all != known[place].identifiers else { return }
    let owned = Set(book.identifiers.compactMap { owners[$0] })
    guard owned.isEmpty ? matches(book).count < 2 : owned == [place] else { return }
    known[place].identifiers = all
    for text in all.prefixed where owners[text] == nil { owners[text] = place }
    let id = known[place].id
    if let new = works.firstIndex(where: { $0.value.id == id }) {
      works[new].value.identifiers = all
    } else {
      identifiers[id] = all
    }
  }
}
