/// A part of a list; ask again with `nextCursor` until it is nil.
public struct Page<Item: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  public var items: [Item]
  public var nextCursor: String?

  public init(items: [Item], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}
