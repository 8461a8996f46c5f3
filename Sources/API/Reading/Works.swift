public import Domain
public import Proto

extension Endpoints {
  static let works: [Endpoint] = [
    SessionAPI.ListWorks.endpoint,
    SessionAPI.FetchWork.endpoint,
    SessionAPI.SaveWork.endpoint,
    SessionAPI.DeleteWork.endpoint,
  ]
}

extension SessionAPI {
  /// A work as responses contain it: with `identifiers` even if there are none.
  public struct WorkReply: Codable, Sendable {
    public var id: String
    public var title: String
    public var authors: [String]
    public var pageCount: Int?
    public var language: String?
    public var originalLanguage: String?
    public var genres: [String]
    public var publishedYear: Int?
    public var identifiers: WorkIdentifiers
    /// The first of the identifiers' ISBNs.
    public var isbn: String?
    public var series: BookSeries?
    public var tags: [String]
    public var hasCover: Bool

    public init(_ work: Work, hasCover: Bool) {
      id = work.id
      title = work.title
      authors = work.authors
      pageCount = work.pageCount
      language = work.language
      originalLanguage = work.originalLanguage
      genres = work.genres
      publishedYear = work.publishedYear
      identifiers = work.identifiers
      isbn = work.identifiers.isbn.first
      series = work.series
      tags = work.tags.texts
      self.hasCover = hasCover
    }
  }

  public struct ListWorks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<WorkReply>
    public static let name = "work.list"
    static let endpoint = Endpoint.get(
      "/works", ListWorks.self, parameters: [.search("title or authors")] + Parameter.page,
      "List the works, sorted by id.", details: Parameter.searchDetails)

    public var q: String?
    public var limit: Int?
    public var cursor: String?

    public init(q: String? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.q = q
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchWork: Method {
    public typealias API = SessionAPI
    public typealias Reply = WorkReply
    public static let name = "work.get"
    static let endpoint = Endpoint.get("/works/{id}", FetchWork.self, parameters: [.chosenID], "Get one work.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveWork: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<WorkReply>
    public static let name = "work.put"
    static let endpoint = Endpoint.write(
      .put, "/works/{id}", SaveWork.self, parameters: [.chosenID], "Create or replace a work.",
      details: """
        Identifiers that are omitted stay unchanged, and null clears them. Imports add the identifiers of a file and \
        find works by them. `isbn` becomes the first ISBN of `identifiers`; the others stay, and null clears all. An \
        omitted `series` and omitted `tags` stay unchanged too, and null clears them. Two tags that differ only in \
        case are one, with the first spelling. Imports add tags and remove none.
        """,
      example: """
        {"title": "Things Fall Apart", "authors": ["Chinua Achebe"], "pageCount": 209, "language": "English", \
        "originalLanguage": "English", "genres": ["Fiction"], "publishedYear": 1958, "identifiers": \
        {"isbn": ["0385474547"], "goodreads": "37781"}, "series": {"name": "The African Trilogy", "position": 1}, \
        "tags": ["classics", "book club"]}
        """)

    public var id: String
    public var title: String
    public var authors: [String]?
    public var pageCount: Int?
    public var language: String?
    public var originalLanguage: String?
    public var genres: [String]?
    public var publishedYear: Int?
    public var identifiers: Patch<WorkIdentifiersEdit>
    public var isbn: Patch<String>
    public var series: Patch<BookSeries>
    public var tags: Patch<[String]>

    /// Replaces the whole work, with its identifiers and tags.
    public init(_ work: Work) {
      id = work.id
      title = work.title
      authors = work.authors
      pageCount = work.pageCount
      language = work.language
      originalLanguage = work.originalLanguage
      genres = work.genres
      publishedYear = work.publishedYear
      identifiers = work.identifiers.isEmpty ? .cleared : .set(WorkIdentifiersEdit(replacingAllWith: work.identifiers))
      isbn = .unchanged
      series = work.series.map { .set($0) } ?? .cleared
      tags = .set(work.tags.texts)
    }
  }

  public struct DeleteWork: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "work.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/works/{id}", DeleteWork.self, parameters: [.chosenID], "Delete a work.",
      details: """
        Also deletes its library entry, its diversity values, its prompts and its timer. Its sessions and the points \
        for it remain.
        """)

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Work {
  public init(_ reply: SessionAPI.WorkReply) {
    self.init(
      id: reply.id, title: reply.title, authors: reply.authors, pageCount: reply.pageCount, language: reply.language,
      originalLanguage: reply.originalLanguage, genres: reply.genres, publishedYear: reply.publishedYear,
      identifiers: reply.identifiers, series: reply.series, tags: WorkTags(reply.tags))
  }

  /// The work to store instead of an existing one.
  public init(_ call: SessionAPI.SaveWork, replacing old: Work? = nil) {
    self.init(
      id: call.id, title: call.title, authors: call.authors ?? [], pageCount: call.pageCount, language: call.language,
      originalLanguage: call.originalLanguage, genres: call.genres ?? [], publishedYear: call.publishedYear,
      identifiers: call.identifiers.applied(to: old?.identifiers ?? WorkIdentifiers()), series: old?.series,
      tags: old?.tags ?? WorkTags())
    identifiers.apply(isbn: call.isbn)
    call.series.apply(to: &series)
    switch call.tags {
    case .unchanged: break
    case .cleared: tags = WorkTags()
    case .set(let texts): tags = WorkTags(texts)
    }
  }
}

extension SessionAPI.WorkReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The work's id.", like: "sea-road"),
    "title": .name("The work's title.", like: "The Sea Road"),
    "authors": Note("The authors' names.", .list(upTo: LibraryRules.mostInList, of: .name), like: "Chinua Achebe"),
    "pageCount": Note("The number of pages, or null if unknown.", .range(LibraryRules.pageCounts), like: 209),
    "language": .name("The language of this edition.", like: "English"),
    "originalLanguage": .name("The original language."),
    "genres": Note("The genres.", .list(upTo: LibraryRules.mostInList, of: .name), like: "Fiction"),
    "publishedYear": Note(
      "The year of publication, or null if unknown.", .range(LibraryRules.publishedYears), like: 1958),
    "identifiers": "The identifiers under which other apps and shops know the work.",
    "isbn": Note(
      "The first of its ISBNs, with 13 digits, or null if none is known.", .text(13...13, form: "^97[89][0-9]{10}$"),
      like: "9780385474542"),
    "series": "The series that the work belongs to, or null if there is none.",
    "tags": Note("The tags, such as the names of shelves.", .tags, like: "book club"),
    "hasCover": "Whether a cover is stored. Otherwise the cover is a drawing.",
  ]
}

extension SessionAPI.SaveWork: Described {
  public static var title: String { "WorkInput" }
  public static var members: [String: Note] {
    SessionAPI.WorkReply.members + [
      "identifiers": "Omitted members stay unchanged, and null clears them.",
      "tags": Note(
        "The tags of 1 to 50 characters without spaces at their ends. Control characters are not allowed.",
        .list(upTo: LibraryRules.mostTags, of: .form("\\S")), like: "book club"),
      "isbn": Note(
        "An ISBN with 10 or 13 digits. The last digit must be correct.", .text(10...17, form: "^[0-9Xx -]+$"),
        like: "0385474547"),
    ]
  }
}

extension Bound {
  /// The tags in a response. Those in a request may have spaces at their ends.
  static let tags = list(
    upTo: LibraryRules.mostTags,
    of: text(1...LibraryRules.longestTag, form: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"))
}

extension BookSeries: Described {
  public static let title = "BookSeries"
  public static let members: [String: Note] = [
    "name": .name("The name of the series.", like: "Earthsea"),
    "position": Note(
      "The place in the series, such as 2 or 2.5, or null if unknown.", .range(LibraryRules.seriesPositions), like: 2),
  ]
}

extension WorkIdentifiers: Described {
  public static let members: [String: Note] = [
    "isbn": Note(
      "The ISBNs of its editions, with 13 digits.",
      .list(upTo: LibraryRules.mostInList, of: .text(13...13, form: "^97[89][0-9]{10}$")), like: "9780385474542"),
    "goodreads": .identifier("The number of a book on Goodreads, or null if unknown.", like: "37781"),
    "storygraph": .identifier("The id on The StoryGraph, or null if unknown."),
    "librarything": .identifier("The number of the work on LibraryThing, or null if unknown."),
    "hardcover": .identifier("The number of the book on Hardcover, or null if unknown."),
    "openlibrary": .identifier("The id on Open Library, or null if unknown.", like: "OL883591W"),
    "asin": .identifier("The ASIN of an edition at Amazon or Audible, or null if unknown."),
  ]
}

extension WorkIdentifiersEdit: Described {
  public static let title = "WorkIdentifiersInput"
  public static let members: [String: Note] =
    WorkIdentifiers.members + [
      "isbn": Note(
        "The ISBNs of its editions, with 10 or 13 digits. The last digit must be correct.",
        .list(upTo: LibraryRules.mostInList, of: .text(10...17, form: "^[0-9Xx -]+$")), like: "0385474547")
    ]
}

extension Note {
  fileprivate static func identifier(_ words: String, like example: Example? = nil) -> Note {
    Note(words, .text(1...LibraryRules.longestIdentifier, form: "^[^\\u0000]*$"), like: example)
  }
}
