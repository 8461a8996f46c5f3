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
  public struct ListWorks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Work>
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
    public typealias Reply = Work
    public static let name = "work.get"
    static let endpoint = Endpoint.get("/works/{id}", FetchWork.self, parameters: [.chosenID], "Get one work.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveWork: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Work>
    public static let name = "work.put"
    static let endpoint = Endpoint.write(
      .put, "/works/{id}", SaveWork.self, parameters: [.chosenID], "Create or replace a work.",
      example: """
        {"title": "Things Fall Apart", "authors": ["Chinua Achebe"], "pageCount": 209, "language": "English", \
        "originalLanguage": "English", "genres": ["Fiction"], "publishedYear": 1958}
        """)

    public var id: String
    public var title: String
    public var authors: [String]?
    public var pageCount: Int?
    public var language: String?
    public var originalLanguage: String?
    public var genres: [String]?
    public var publishedYear: Int?

    public init(_ work: Work) {
      id = work.id
      title = work.title
      authors = work.authors
      pageCount = work.pageCount
      language = work.language
      originalLanguage = work.originalLanguage
      genres = work.genres
      publishedYear = work.publishedYear
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

extension Work: Described {
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
  ]
}

extension SessionAPI.SaveWork: Described {
  public static var title: String { "WorkInput" }
  public static var members: [String: Note] { Work.members }
}
