import API
import Crypto
import Domain
import Proto

/// The requested part of a list. A cursor contains the key of the last returned item, so new items do not shift pages.
struct Paging {
  var limit: Int
  /// The key of the last item of the previous page.
  var cursor: String?

  /// The cost of reading the page.
  var cost: Int { 1 + limit / 4 }

  init(limit: Int?, cursor: String?) throws(Fault) {
    self.limit = limit ?? SessionLimits.pageSize
    guard SessionLimits.pageSizes.contains(self.limit) else { throw Fault.invalid("limit", "must be from 1 to 200") }
    guard let cursor else { return }
    // Keys consist of ids and numbers. Other bytes are rejected before they reach the database.
    guard let bytes = Base64URL.decode(cursor), !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw Self.badCursor }
    self.cursor = String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the last id of the previous page, or an empty string for the first page.
  func afterId() throws(Fault) -> String {
    guard let cursor else { return "" }
    guard TextRules.isObjectId(cursor) else { throw Self.badCursor }
    return cursor
  }

  static let badCursor = Fault.invalid(
    "cursor", "is not a cursor of this list; use nextCursor of the previous page")

  /// Encodes the page on the reading thread.
  func page<Row, Item: Codable & Sendable>(
    _ rows: [Row], key: (Row) -> String, bytes: (Row) -> Int = { _ in 0 }, item: (Row) throws -> Item
  ) throws -> Encoded<Page<Item>> {
    try wholePage(rows, key: key, bytes: bytes) { try $0.map(item) }
  }

  /// Like `page`, but makes all items at once.
  func wholePage<Row, Item: Codable & Sendable>(
    _ rows: [Row], key: (Row) -> String, bytes: (Row) -> Int = { _ in 0 }, items: (ArraySlice<Row>) throws -> [Item]
  ) throws -> Encoded<Page<Item>> {
    let (shown, next) = cut(rows, key: key, bytes: bytes)
    return try Encoded(Page(items: try items(shown), nextCursor: next))
  }

  /// `rows` contains one more row than the limit if another page follows. A page is shorter if its rows, of about
  /// `bytes` each, would exceed a frame.
  func cut<Row>(
    _ rows: [Row], key: (Row) -> String, bytes: (Row) -> Int
  ) -> (shown: ArraySlice<Row>, nextCursor: String?) {
    var room = SessionLimits.pageBytes
    let fitting = rows.prefix(limit).prefix { row in
      room -= bytes(row)
      return room >= 0
    }
    // The first row is always included, so that paging makes progress.
    let shown = fitting.isEmpty ? rows.prefix(1) : fitting
    return (shown, rows.count > shown.count ? shown.last.map { Self.cursor(key($0)) } : nil)
  }

  static func cursor(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}
