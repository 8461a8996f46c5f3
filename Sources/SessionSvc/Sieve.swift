import Proto
import API
import Storage

/// Rows that are gone through one by one until a page of those that match is full, or enough has been read for one
/// call: the page then ends early, and its cursor stands behind the last row that was read.
struct Sieve<Row> {
  private let paging: Paging
  private let weight: Int
  private let key: (Row) -> String
  private let bytes: (Row) -> Int
  private var rowsLeft = SessionLimits.rowsPerSearch
  private var bytesLeft = SessionLimits.searchBytes
  private var room = SessionLimits.pageBytes
  private var last: String?
  private var kept: [Row] = []

  /// `weight` is how often the texts of a row are gone through, `bytes` how many they have.
  init(_ paging: Paging, weight: Int, key: @escaping (Row) -> String, bytes: @escaping (Row) -> Int) {
    self.paging = paging
    self.weight = max(1, weight)
    self.key = key
    self.bytes = bytes
  }

  /// False where no further row is to be read.
  mutating func accept(_ row: Row, _ matches: (Row) -> Bool) -> Bool {
    let size = bytes(row)
    if matches(row) {
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
    let (shown, next) = paging.cut(kept, key: key, bytes: bytes)
    return try Encoded(Page(items: try shown.map(item), nextCursor: next ?? last.map(Paging.cursor)))
  }
}
