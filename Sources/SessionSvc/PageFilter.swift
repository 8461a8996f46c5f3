import Proto
import API
import Storage

/// Reads rows until a page of matching ones is full, or until the limits of one call are reached. In the second case
/// the page is short and its cursor points after the last row that was read.
struct PageFilter<Row> {
  private let paging: Paging
  private let weight: Int
  private let key: (Row) -> String
  private let bytes: (Row) -> Int
  private var rowsLeft = SessionLimits.rowsPerSearch
  private var bytesLeft = SessionLimits.searchBytes
  private var room = SessionLimits.pageBytes
  private var last: String?
  private var kept: [Row] = []

  /// `weight` is the number of search passes over a row's texts, and `bytes` their size.
  init(_ paging: Paging, weight: Int, key: @escaping (Row) -> String, bytes: @escaping (Row) -> Int) {
    self.paging = paging
    self.weight = max(1, weight)
    self.key = key
    self.bytes = bytes
  }

  /// Returns false when no more rows are needed.
  mutating func accept(_ row: Row, _ matches: (Row) throws -> Bool) rethrows -> Bool {
    let size = bytes(row)
    if try matches(row) {
      kept.append(row)
      room -= size
    }
    if kept.count > paging.limit { return false }
    rowsLeft -= 1
    bytesLeft -= size * weight
    guard room >= 0, rowsLeft > 0, bytesLeft > 0 else {
      last = key(row)
      return false
    }
    return true
  }

  func page<Item: Codable & Sendable>(_ item: (Row) throws -> Item) throws -> Encoded<Page<Item>> {
    try wholePage { try $0.map(item) }
  }

  /// Like `page`, but makes all items at once.
  func wholePage<Item: Codable & Sendable>(items: (ArraySlice<Row>) throws -> [Item]) throws -> Encoded<Page<Item>> {
    let (shown, next) = paging.cut(kept, key: key, bytes: bytes)
    return try Encoded(Page(items: try items(shown), nextCursor: next ?? last.map(Paging.cursor)))
  }
}
