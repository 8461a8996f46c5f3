public import Domain
public import Proto

extension SessionAPI {
  /// The maximum number of books in one call, so that no transaction takes long.
  public static let booksPerBatch = 200

  /// Saves the works and entries of a list from another service. The items stay encoded, because each is decoded and
  /// checked on its own.
  public struct ImportBooks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ImportedBooks>
    public static let name = "library.importBatch"

    /// Each is an `ImportBook`.
    public var books: [RawCBOR]
    public init(books: [RawCBOR]) { self.books = books }
  }

  /// A work to save, an entry to import like `ImportEntry`, tags to add, or several of them for one work.
  public struct ImportBook: Codable, Sendable {
    public var work: SaveWork?
    public var entry: ImportedEntry?
    public var tags: ImportedTags?

    public init(work: SaveWork?, entry: ImportedEntry?, tags: ImportedTags? = nil) {
      self.work = work
      self.entry = entry
      self.tags = tags
    }
  }

  /// Tags that are added to those of a work. The ones that do not fit are left out.
  public struct ImportedTags: Codable, Hashable, Sendable {
    public var workId: String
    public var texts: [String]

    public init(workId: String, texts: [String]) {
      self.workId = workId
      self.texts = texts
    }
  }

  public struct ImportedBooks: Codable, Sendable {
    /// One result per item, in the order of the items.
    public var results: [ImportedBook]
    public init(results: [ImportedBook]) { self.results = results }
  }

  public struct ImportedBook: Codable, Sendable {
    /// 201 if the entry was created, or the work if there is no entry; 200 if it existed; otherwise that of the error.
    public var status: Int
    public var error: Problem?

    public init(status: Int, error: Problem? = nil) {
      self.status = status
      self.error = error
    }
  }
}
