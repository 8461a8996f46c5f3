public import Domain
public import Proto

extension SessionAPI {
  public struct ListWorks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Work>
    public static let name = "work.list"
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
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveWork: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Work>
    public static let name = "work.put"
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
    public var id: String
    public init(id: String) { self.id = id }
  }
}
