import Crypto
import Domain

/// Finds existing works by an identifier or by title and author.
struct WorkIndex {
  private struct IndexedWork {
    var id: String
    var title: TitleKey
    var authors: [AuthorKey]
    var pageCount: Int?
    var identifiers: WorkIdentifiers

    /// Whether neither the title nor the authors have anything in common.
    func isUnrelated(to other: TitleKey, _ otherAuthors: [AuthorKey]) -> Bool {
      !AuthorKey.mayShare(authors, otherAuthors)
        && title.words.isDisjoint(with: other.words)
    }
  }

  private var entries: [IndexedWork] = []
  private var placeOfId: [String: Int] = [:]
  private var worksOfBase: [String: SameTitleWorks] = [:]
  private var worksOfTitle: [Title: SameTitleWorks] = [:]

  private struct Title: Hashable {
    var base: String
    var subtitle: String
  }

  init(_ works: [Work]) {
    for work in works { insert(work) }
  }

  mutating func insert(_ work: Work) {
    let entry = IndexedWork(
      id: work.id, title: TitleKey(work.title), authors: work.authors.map { AuthorKey($0) }, pageCount: work.pageCount,
      identifiers: work.identifiers)
    for id in [work.id] + work.identifiers.prefixed where placeOfId[id] == nil { placeOfId[id] = entries.count }
    let place = entries.count
    entries.append(entry)
    let entries = entries
    let title = Title(base: entry.title.base, subtitle: entry.title.subtitle)
    if worksOfBase[title.base]?.insert(place, authors: { entries[$0].authors }) == nil {
      worksOfBase[title.base] = SameTitleWorks(place)
    }
    if worksOfTitle[title]?.insert(place, authors: { entries[$0].authors }) == nil {
      worksOfTitle[title] = SameTitleWorks(place)
    }
  }

  func pageCount(of id: String) -> Int? {
    placeOfId[id].flatMap { entries[$0].pageCount }
  }

  /// Returns the work id of a book, and whether the work exists. A work whose title and author were corrected after its
  /// import is found by the id that the import assigned.
  func id(of book: FoundBook) -> (id: String, isKnown: Bool) {
    if let known = find(book) { return (known, true) }
    let hash = Self.hash(of: book)
    if placeOfId[hash] != nil { return (hash, true) }
    return (book.identifiers.first { placeOfId[$0] == nil } ?? hash, false)
  }

  /// Returns the identifiers of a new work, without those of other works.
  func identifiers(ofNew book: FoundBook) -> WorkIdentifiers {
    WorkIdentifiers(prefixed: book.identifiers.filter { placeOfId[$0] == nil })
  }

  /// Whether a work could get an identifier of the book that none has.
  func hasUnknownIdentifiers(_ book: FoundBook) -> Bool { !identifiers(ofNew: book).isEmpty }

  /// The number of ids and identifiers by which works are found.
  var identifierCount: Int { placeOfId.count }

  /// Adds the identifiers of a book to the work that it matches. Returns the complete identifiers of the work, or nil
  /// if none is new.
  ///
  /// Nothing is added if several works may be meant. Otherwise a second import, which finds more works in another
  /// order, could add identifiers to a different work.
  mutating func addIdentifiers(of book: FoundBook, to id: String) -> WorkIdentifiers? {
    guard let place = placeOfId[id] else { return nil }
    var identifiers = entries[place].identifiers
    identifiers.add(WorkIdentifiers(prefixed: book.identifiers))
    guard identifiers != entries[place].identifiers else { return nil }
    let owners = Set(book.identifiers.compactMap { placeOfId[$0] })
    guard owners.isEmpty ? matches(of: book).count < 2 : owners == [place] else { return nil }
    entries[place].identifiers = identifiers
    for text in identifiers.prefixed where placeOfId[text] == nil { placeOfId[text] = place }
    return identifiers
  }

  private func find(_ book: FoundBook) -> String? {
    let title = TitleKey(book.title)
    let authors = book.authors.map { AuthorKey($0) }
    for id in book.identifiers {
      guard let place = placeOfId[id] else { continue }
      // A list may contain wrong ids of another app. An ISBN identifies one edition.
      let isCertain = id.hasPrefix("isbn:") || (book.ownNumbers.contains(id) && entries[place].id == id)
      if isCertain || !entries[place].isUnrelated(to: title, authors) { return entries[place].id }
    }
    let found = matches(of: title, by: authors)
    // Prefers the full title to one without a subtitle, and the first of several works, so that results are stable.
    return (found.first { entries[$0].title == title } ?? found.first).map { entries[$0].id }
  }

  private func matches(of book: FoundBook) -> [Int] {
    matches(of: TitleKey(book.title), by: book.authors.map { AuthorKey($0) })
  }

  /// Returns the indices of the works with this title and author.
  private func matches(of title: TitleKey, by authors: [AuthorKey]) -> [Int] {
    places(of: title, by: authors).filter { place in
      entries[place].title.matches(title) && AuthorKey.mayShare(entries[place].authors, authors)
    }
  }

  /// Returns the indices of candidates in order. A book with a subtitle matches the same subtitle or none.
  private func places(of title: TitleKey, by authors: [AuthorKey]) -> [Int] {
    guard !title.subtitle.isEmpty else { return worksOfBase[title.base]?.places(by: authors) ?? [] }
    let whole = worksOfTitle[Title(base: title.base, subtitle: title.subtitle)]?.places(by: authors) ?? []
    let short = worksOfTitle[Title(base: title.base, subtitle: "")]?.places(by: authors) ?? []
    return short.isEmpty ? whole : (whole + short).sorted()
  }

  /// Returns the id of a work without identifiers, from its title and author.
  private static func hash(of book: FoundBook) -> String {
    let title = TitleWords.words(book.title).joined(separator: " ")
    let author = FoldedText(Array(book.authors.prefix(1))).words.sorted().joined(separator: " ")
    let hash = SHA256.hash(title + "\n" + author)
    let digits = Array("0123456789abcdef".utf8)
    let text = hash.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "book:" + String(decoding: text, as: UTF8.self)
  }
}
