import API
import Chronology
import Domain

@testable import Import

/// Plans in memory, which cannot fail, and their contents.
extension ImportPlan {
  init(_ findings: Findings, existing: ExistingData, now: Instant) {
    do throws(ImportError) {
      try self.init(findings, existing: existing, folders: [], now: now)
    } catch {
      preconditionFailure(error.description)
    }
  }

  private var plannedBooks: [PlannedBook] {
    do {
      return try (0..<books.planned.count).map { try PlannedBook(try books.planned[$0]) }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  var works: [Item<Work>] {
    plannedBooks.compactMap { book in book.work.map { Item(line: book.line, value: Work($0)) } }
  }

  var entries: [Item<ImportedEntry>] {
    plannedBooks.compactMap { book in book.entry.map { Item(line: book.line, value: $0, isNew: book.isNew) } }
  }

  /// All identifiers of existing works to which the file adds some, by work id.
  var identifiers: [String: WorkIdentifiers] {
    Dictionary(
      uniqueKeysWithValues: books.grown.map { (books.index.id(of: $0), books.index.identifiers(of: $0)) })
  }

  var writeCount: Int {
    works.count + identifiers.count + entries.count + stories.count + readings.count + listenings.count
      + growths.count + rucks.count
  }
}

extension WorkIndex {
  /// The id of a book's work, and whether the work exists.
  func id(of book: FoundBook) -> (id: String, isKnown: Bool) {
    let place = place(of: book, BookKeys(title: book.title, authors: book.authors))
    return place.map { (id(of: $0), true) } ?? (id(ofNew: book), false)
  }
}
