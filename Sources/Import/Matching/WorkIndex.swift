import Crypto
import Domain

/// Finds works by an identifier or by title and author. The works are kept as bytes, because there may be a million.
/// Their keys are computed again for the few candidates of a book.
struct WorkIndex {
  private var identifiers = IdentifierTable()
  private var titles = TitleLists()
  private var texts = WorkTexts()
  /// By place: the record of the work's id, and of its last identifier or 0.
  private var idOfPlace: [UInt32] = []
  private var identifierOfPlace: [UInt32] = []
  /// Whether a work has an id from its title and author.
  private var hasHashedId = false

  init(_ works: [Work] = []) {
    for work in works { insert(work) }
  }

  /// The number of works.
  var count: Int { idOfPlace.count }
  var byteCount: Int { identifiers.byteCount + titles.byteCount + texts.byteCount + 8 * idOfPlace.capacity }

  mutating func insert(_ work: Work) {
    insert(work, BookKeys(title: work.title, authors: work.authors))
  }

  /// Inserts a work and returns its place.
  @discardableResult
  mutating func insert(_ work: Work, _ keys: BookKeys) -> Int {
    let place = count
    texts.append(work)
    hasHashedId = hasHashedId || work.id.hasPrefix(Self.hashPrefix)
    let ids = work.identifiers.prefixed
    // The id is usually one of the identifiers and is then stored once.
    var (id, last) = (ids.contains(work.id) ? 0 : identifiers.append(work.id, of: place), UInt32(0))
    for text in ids {
      last = identifiers.append(text, of: place, previous: last)
      if text == work.id { id = last }
    }
    idOfPlace.append(id)
    identifierOfPlace.append(last)
    let texts = texts
    titles.insert(place, keys) { texts.keys(of: $0).authors }
    return place
  }

  func id(of place: Int) -> String { identifiers.text(of: idOfPlace[place]) }

  /// Returns the place of the work with an id or an identifier.
  func place(of id: String) -> Int? { identifiers[id] }

  func identifiers(of place: Int) -> WorkIdentifiers {
    WorkIdentifiers(prefixed: identifiers.texts(upTo: identifierOfPlace[place]))
  }

  func pageCount(of place: Int) -> Int? { texts.pageCount(of: place) }
}

/// Finding the work of a book.
extension WorkIndex {
  /// Returns the place of the work of a book, or nil if there is none. A work whose title and author were corrected
  /// after its import is found by the id that the import assigned.
  func place(of book: FoundBook, _ keys: BookKeys) -> Int? {
    for id in book.identifiers {
      guard let place = identifiers[id] else { continue }
      // A list may contain wrong ids of another app. An ISBN identifies one edition.
      let isCertain =
        id.hasPrefix(WorkIdentifiers.isbnPrefix) || (book.ownNumbers.contains(id) && self.id(of: place) == id)
      if isCertain || !texts.keys(of: place).isUnrelated(to: keys) { return place }
    }
    if let place = placeByTitle(keys) { return place }
    return hasHashedId ? identifiers[Self.hash(of: book)] : nil
  }

  /// Prefers the full title to one without a subtitle, and the first of several works, so that results are stable.
  private func placeByTitle(_ keys: BookKeys) -> Int? {
    var first: Int?
    for place in titles.places(keys) {
      let found = texts.keys(of: place)
      guard found.matches(keys) else { continue }
      if found.title == keys.title { return place }
      first = first ?? place
    }
    return first
  }

  /// Whether several works may be the book.
  private func isAmbiguous(_ keys: BookKeys) -> Bool {
    var hasOne = false
    for place in titles.places(keys) where texts.keys(of: place).matches(keys) {
      if hasOne { return true }
      hasOne = true
    }
    return false
  }

  /// Returns the id of a new work.
  func id(ofNew book: FoundBook) -> String {
    book.identifiers.first { identifiers[$0] == nil } ?? Self.hash(of: book)
  }

  /// Returns the identifiers of a new work, without those of other works.
  func identifiers(ofNew book: FoundBook) -> WorkIdentifiers {
    WorkIdentifiers(prefixed: book.identifiers.filter { identifiers[$0] == nil })
  }

  /// Whether a work could get an identifier of the book that none has.
  func hasUnknownIdentifiers(_ book: FoundBook) -> Bool { !identifiers(ofNew: book).isEmpty }

  /// The number of ids and identifiers by which works are found.
  var identifierCount: Int { identifiers.count }

  /// Adds the identifiers of a book to the work that it matches. Returns the complete identifiers of the work, or nil
  /// if none is new.
  ///
  /// Nothing is added if several works may be meant. Otherwise a second import, which finds more works in another
  /// order, could add identifiers to a different work.
  mutating func addIdentifiers(of book: FoundBook, _ keys: BookKeys, to place: Int) -> WorkIdentifiers? {
    let old = identifiers(of: place)
    var all = old
    all.add(WorkIdentifiers(prefixed: book.identifiers))
    guard all != old else { return nil }
    let owners = Set(book.identifiers.compactMap { identifiers[$0] })
    guard owners.isEmpty ? !isAmbiguous(keys) : owners == [place] else { return nil }
    let known = Set(old.prefixed)
    for text in all.prefixed where !known.contains(text) {
      identifierOfPlace[place] = identifiers.append(text, of: place, previous: identifierOfPlace[place])
    }
    return all
  }

  private static let hashPrefix = "book:"

  /// Returns the id of a work without identifiers, from its title and author.
  private static func hash(of book: FoundBook) -> String {
    let title = TitleWords.words(book.title).joined(separator: " ")
    let author = (book.authors.first.map { FoldedText.words(of: $0) } ?? []).sorted().joined(separator: " ")
    let hash = SHA256.hash(title + "\n" + author)
    let digits = Array("0123456789abcdef".utf8)
    let text = hash.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return hashPrefix + String(decoding: text, as: UTF8.self)
  }
}
