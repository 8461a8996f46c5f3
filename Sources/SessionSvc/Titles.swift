import Domain
import Storage

/// Looks up each title of a page once, including missing ones.
struct Titles {
  private var known: [String: String?] = [:]
  private let find: (String) throws -> String?

  init(_ find: @escaping (String) throws -> String?) {
    self.find = find
  }

  subscript(id: String) -> String? {
    mutating get throws {
      if let title = known[id] { return title }
      let title = try find(id)
      known[id] = .some(title)
      return title
    }
  }
}

extension Titles {
  static func works(of user: String, _ rows: Rows) -> Titles {
    Titles { try WorkStore.title(user, $0, rows) }
  }

  static func stories(of user: String, _ rows: Rows) -> Titles {
    Titles { try CatalogueStore.story(user, $0, rows)?.title }
  }
}
