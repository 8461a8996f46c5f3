/// One page of a list. To read the whole list, repeat the call with `nextCursor` until it is nil.
public struct Page<Item: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// The items of this page. A page may be shorter than the limit and still have a successor.
  public var items: [Item]
  /// The cursor of the next page, or nil on the last page.
  public var nextCursor: String?

  /// Creates a page, for previews and tests.
  public init(items: [Item], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}
