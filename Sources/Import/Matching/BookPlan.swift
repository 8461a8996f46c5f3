import API
import Domain
import Proto

/// The works and library entries of a plan. They are written to a temporary file, because a list may have a million;
/// the memory contains only what finding works needs.
struct BookPlan: Sendable {
  /// The state of the work at a place of the index.
  private struct State: Sendable {
    /// Whether the file adds the work.
    var isNew = false
    /// The number of the planned book plus one, or 0 if nothing is written.
    var planned: UInt32 = 0
    var isShelved = false
    var hasPlannedEntry = false
    var hasMoreIdentifiers = false
  }

  private(set) var index = WorkIndex()
  private(set) var planned: RecordSpool
  /// The places of existing works to which the file adds identifiers.
  private(set) var grown: [Int] = []
  private var states: [State] = []
  /// Entries whose works are not found by their ids.
  private var shelvedElsewhere: Set<String> = []
  /// The books that still have unknown identifiers.
  private var undecided: RecordSpool

  /// The parts of a book by which its work is found.
  private struct Undecided: Codable {
    var title: String
    var authors: [String]
    var identifiers: [String]
    var own: Set<String>
  }

  /// Uses a temporary file in one of the folders, otherwise the memory.
  init(folders: [String], blockBytes: Int = ImportLimits.spoolBlockBytes) {
    planned = RecordSpool(file: TemporaryFile(in: folders), blockBytes: blockBytes)
    undecided = RecordSpool(file: TemporaryFile(in: folders), blockBytes: blockBytes)
  }

  /// The bytes in memory.
  var byteCount: Int {
    index.byteCount + planned.byteCount + undecided.byteCount + states.capacity * MemoryLayout<State>.stride
  }

  mutating func insert(existing works: [Work]) throws(ImportError) {
    for work in works {
      index.insert(work)
      states.append(State())
    }
    try checkMemory()
  }

  mutating func shelve(_ ids: some Sequence<String>) {
    for id in ids {
      if let place = index.place(of: id), index.id(of: place) == id {
        states[place].isShelved = true
      } else {
        shelvedElsewhere.insert(id)
      }
    }
  }

  /// Returns the place of the book's work, or nil if the book was rejected.
  mutating func take(_ book: FoundBook, _ report: inout ImportReport) throws(ImportError) -> Int? {
    let keys = BookKeys(title: book.title, authors: book.authors)
    let kind: ImportReport.Kind = book.entry == nil ? .works : .library
    let known = index.place(of: book, keys)
    let id = known.map { index.id(of: $0) } ?? index.id(ofNew: book)
    var work: Work?
    var entry: ImportedEntry?
    do throws(Rejection) {
      if known == nil {
        let new = Work(book, id: id, identifiers: index.identifiers(ofNew: book))
        try LibraryRules.check(new)
        work = new
      }
      entry = try book.entry.map { found throws(Rejection) in
        let imported = ImportedEntry(found, workId: id, pageCount: known.flatMap { index.pageCount(of: $0) })
        try imported.check(work: nil)
        return imported
      }
    } catch {
      report.reject(kind, line: book.line, error.reason)
      return nil
    }
    let place: Int
    if let known {
      place = known
      try addIdentifiers(of: book, keys, to: known)
    } else if let work {
      place = index.insert(work, keys)
      states.append(State(isNew: true))
    } else {
      return nil
    }
    let tags = book.tags.isEmpty ? nil : SessionAPI.ImportedTags(workId: index.id(of: place), texts: book.tags)
    let isNews = try plan(book.line, work, entry, tags, at: place, &report)
    if isNews || (kind == .works && known == nil) { report.add(kind) } else { report.addExisting(kind) }
    if index.hasUnknownIdentifiers(book) { try keep(book) }
    try checkMemory()
    return place
  }

  /// Plans a new work, tags and an entry. Returns whether the entry is new.
  private mutating func plan(
    _ line: Int, _ work: Work?, _ entry: ImportedEntry?, _ tags: SessionAPI.ImportedTags?, at place: Int,
    _ report: inout ImportReport
  ) throws(ImportError) -> Bool {
    guard let entry else {
      if let work {
        try append(PlannedBook(line: line, isNew: true, work: .init(new: work), entry: nil, tags: tags), at: place)
      } else if let tags {
        // The service knows which of them the work has.
        if states[place].planned > 0 {
          try change(place) { $0.add(tags) }
        } else {
          try append(PlannedBook(line: line, isNew: false, work: nil, entry: nil, tags: tags), at: place)
        }
      }
      return false
    }
    if states[place].hasPlannedEntry {
      // If a book has several rows, each has its reads.
      var isWhole = true
      try change(place) { book in
        isWhole = book.entry?.merge(entry) ?? true
        book.add(tags)
      }
      if !isWhole {
        report.note(
          line: line, "a review of the book is left out: its read has another one, or its reviews are too long together"
        )
      }
      return false
    }
    let isNews = !states[place].isShelved && (shelvedElsewhere.isEmpty || !shelvedElsewhere.contains(entry.workId))
    // An existing entry may lack reads of the list, which the service decides.
    guard isNews || !entry.reads.isEmpty else { return try plan(line, work, nil, tags, at: place, &report) }
    if states[place].planned == 0 {
      try append(
        PlannedBook(line: line, isNew: isNews, work: work.map { .init(new: $0) }, entry: entry, tags: tags), at: place)
    } else {
      try change(place) { book in
        (book.line, book.isNew, book.entry) = (line, isNews, entry)
        book.add(tags)
      }
    }
    states[place].isShelved = true
    states[place].hasPlannedEntry = true
    return isNews
  }

  private mutating func append(_ book: PlannedBook, at place: Int) throws(ImportError) {
    try planned.append(try Self.encoded { () throws(Fault) in try book.bytes })
    states[place].planned = UInt32(planned.count)
  }

  private mutating func change(_ place: Int, _ edit: (inout PlannedBook) -> Void) throws(ImportError) {
    let number = Int(states[place].planned) - 1
    let old = try planned[number]
    let new = try Self.encoded { () throws(Fault) in
      var book = try PlannedBook(old)
      edit(&book)
      return try book.bytes
    }
    if new != old { try planned.replace(number, with: new) }
  }

  private mutating func addIdentifiers(of book: FoundBook, _ keys: BookKeys, to place: Int) throws(ImportError) {
    guard let all = index.addIdentifiers(of: book, keys, to: place) else { return }
    if states[place].isNew {
      try change(place) { $0.work?.identifiers = .set(WorkIdentifiersEdit(replacingAllWith: all)) }
    } else if !states[place].hasMoreIdentifiers {
      states[place].hasMoreIdentifiers = true
      grown.append(place)
    }
  }

  private mutating func keep(_ book: FoundBook) throws(ImportError) {
    let kept = Undecided(
      title: book.title, authors: book.authors, identifiers: book.identifiers, own: book.ownNumbers)
    try undecided.append(try Self.encoded { () throws(Fault) in try CBOREncoder.encode(kept) })
  }

  private func undecidedBook(_ number: Int) throws(ImportError) -> FoundBook {
    let bytes = try undecided[number]
    let kept = try Self.encoded { () throws(Fault) in try CBORDecoder.decode(Undecided.self, from: bytes) }
    return FoundBook(
      line: 0, identifiers: kept.identifiers, title: kept.title, authors: kept.authors, ownNumbers: kept.own)
  }

  /// Adds identifiers for which the work became clear by a later row. A second import would add them otherwise.
  mutating func finish() throws(ImportError) {
    var remaining: [Int] = []
    for number in 0..<undecided.count where index.hasUnknownIdentifiers(try undecidedBook(number)) {
      remaining.append(number)
    }
    for _ in 0..<ImportLimits.identifierPasses {
      let before = index.identifierCount
      for number in remaining {
        let book = try undecidedBook(number)
        let keys = BookKeys(title: book.title, authors: book.authors)
        if let place = index.place(of: book, keys) { try addIdentifiers(of: book, keys, to: place) }
      }
      if index.identifierCount == before { return }
    }
  }

  private func checkMemory() throws(ImportError) {
    guard index.byteCount > ImportLimits.indexBytes else { return }
    throw ImportError("the works need more than \(ImportLimits.indexBytes >> 20) MiB of memory; split the file")
  }

  /// A planned book always has an encoding, apart from defects.
  private static func encoded<Value>(_ body: () throws(Fault) -> Value) throws(ImportError) -> Value {
    do throws(Fault) {
      return try body()
    } catch {
      throw ImportError("a planned book cannot be encoded: \(error.message)")
    }
  }
}

extension SessionAPI.SaveWork {
  /// The tags are added apart. If the work exists meanwhile, its tags stay.
  fileprivate init(new work: Work) {
    self.init(work)
    tags = .unchanged
  }
}

extension Work {
  fileprivate init(_ book: FoundBook, id: String, identifiers: WorkIdentifiers) {
    self.init(
      id: id, title: book.title, authors: book.authors, pageCount: book.pageCount, language: book.language,
      originalLanguage: book.originalLanguage, genres: book.genres, publishedYear: book.publishedYear,
      identifiers: identifiers)
  }
}

extension ImportedEntry {
  fileprivate init(_ found: FoundEntry, workId: String, pageCount: Int?) {
    self.init(
      workId: workId, status: found.status, currentPage: found.currentPage.map { min($0, pageCount ?? $0) },
      rating: found.rating, reads: found.reads, madeUpFinish: found.madeUpFinish)
  }
}
