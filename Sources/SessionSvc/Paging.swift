import API
import Crypto
import Domain
import Proto

/// Which part of a list is asked for. A cursor holds the key of the last item handed out, so that what arrives
/// meanwhile moves nothing.
struct Paging {
  var limit: Int
  /// What `nextCursor` was made of.
  var cursor: String?

  /// What reading so many rows takes beside other reads.
  var cost: Int { 1 + limit / 4 }

  init(limit: Int?, cursor: String?) throws(Fault) {
    self.limit = limit ?? SessionLimits.pageSize
    guard SessionLimits.pageSizes.contains(self.limit) else { throw Fault.invalid("limit", "must be from 1 to 200") }
    guard let cursor else { return }
    // Keys are made of ids and numbers. What else stands in a cursor is not from here, and goes to no database.
    guard let bytes = Base64URL.decode(cursor), !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw Self.badCursor }
    self.cursor = String(decoding: bytes, as: UTF8.self)
  }

  /// The id behind which a list goes on that is ordered by ids; empty at its beginning.
  func afterId() throws(Fault) -> String {
    guard let cursor else { return "" }
    guard TextRules.isObjectId(cursor) else { throw Self.badCursor }
    return cursor
  }

  static let badCursor = Fault.invalid("cursor", "is not a cursor of this list")

  /// Made into bytes here, on the thread that reads.
  func page<Row, Item: Codable & Sendable>(
    _ rows: [Row], key: (Row) -> String, bytes: (Row) -> Int = { _ in 0 }, item: (Row) -> Item
  ) throws(Fault) -> Encoded<Page<Item>> {
    let (shown, next) = cut(rows, key: key, bytes: bytes)
    return try Encoded(Page(items: shown.map(item), nextCursor: next))
  }

  /// `rows` are one more than the limit where there is a further page. A page is shorter than was asked for where its
  /// rows, which take about `bytes` each, would not fit a frame.
  func cut<Row>(
    _ rows: [Row], key: (Row) -> String, bytes: (Row) -> Int
  ) -> (shown: ArraySlice<Row>, nextCursor: String?) {
    var room = SessionLimits.pageBytes
    let fitting = rows.prefix(limit).prefix { row in
      room -= bytes(row)
      return room >= 0
    }
    // The first is shown whatever it takes, so that reading on gets somewhere.
    let shown = fitting.isEmpty ? rows.prefix(1) : fitting
    return (shown, rows.count > shown.count ? shown.last.map { Self.cursor(key($0)) } : nil)
  }

  static func cursor(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}
