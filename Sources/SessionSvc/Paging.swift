import API
import Crypto
import Proto

/// Which part of a list is asked for. A cursor holds the key of the last item handed out, so that what arrives
/// meanwhile moves nothing.
struct Paging {
  var limit: Int
  /// What `nextCursor` was made of.
  var cursor: String?

  init(limit: Int?, cursor: String?) throws(Fault) {
    self.limit = limit ?? SessionLimits.pageSize
    guard SessionLimits.pageSizes.contains(self.limit) else { throw Fault.field("limit", "must be from 1 to 200") }
    guard let cursor else { return }
    guard let bytes = Base64URL.decode(cursor), !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self)
    else { throw Self.badCursor }
    self.cursor = text
  }

  static let badCursor = Fault.field("cursor", "is not a cursor of this list")

  /// `rows` are one more than the limit where there is a further page.
  func page<Row, Item>(_ rows: [Row], key: (Row) -> String, item: (Row) -> Item) -> Page<Item> {
    let shown = rows.prefix(limit)
    let next = rows.count > limit ? shown.last.map { Base64URL.encode(Array(key($0).utf8)) } : nil
    return Page(items: shown.map(item), nextCursor: next)
  }
}
