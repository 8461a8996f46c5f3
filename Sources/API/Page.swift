public import Proto

/// One page of a list. The cursor is opaque to callers.
public struct Page<Item: Codable & Sendable>: Codable, Sendable {
  public var items: [Item]
  public var nextCursor: String?

  public init(items: [Item], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}

extension Page: Described where Item: Described {
  public static var title: String { Item.title + "Page" }
  public static var members: [String: Note] {
    ["items": "One page of the list.", "nextCursor": .nextCursor]
  }
}

extension Note {
  static let nextCursor = Note(
    "Send this as `cursor` to get the next page. Null on the last page.", .cursor, like: "c2VhLXJvYWQ")
}
