import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Lists entries with criteria or in an order that the plain list does not have.
  func list(
    _ query: LibraryQuery, _ paging: Paging, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.LibraryEntryReply>> {
    let fingerprint = query.fingerprint
    let after = try paging.cursor.map { cursor throws(Fault) in try LibraryPlace(cursor: cursor, fingerprint) }
    return try await read(caller, cost: SessionLimits.searchCost) { [zones] user, rows in
      let calendar = try Self.calendar(of: user, zones, rows)
      let selection = LibrarySelection(query, in: calendar)
      let shelf = Shelf(user, calendar, rows)
      guard let sort = query.sort else {
        var filter = PageFilter<LibraryRow>(
          paging, weight: selection.wordCount, key: { selection.place(of: $0).cursor(fingerprint) },
          bytes: \.textBytes)
        try LibraryStore.eachRow(user, after: after?.workId ?? "", selection, rows) { row in
          filter.accept(row, selection.matches)
        }
        return try filter.page { try shelf.reply($0.record.entry) }
      }
      // Only the page is kept, but all entries are read.
      var page = SortedPage<LibraryEntry>(after: after, limit: paging.limit, isDescending: sort.isDescending)
      try LibraryStore.eachRow(user, after: "", selection, rows) { row in
        if selection.matches(row) { page.add(row.record.entry, at: selection.place(of: row)) }
        return true
      }
      return try paging.page(page.items, key: { $0.place.cursor(fingerprint) }) { try shelf.reply($0.item) }
    }
  }
}

extension LibraryQuery {
  init(_ call: SessionAPI.ListLibrary) throws(Fault) {
    self.init()
    (status, q, tag, series, genre) = (call.status, call.q, call.tag, call.series, call.genre)
    (year, format, rating, sort) = (call.year, call.format, call.rating, call.sort)
    do throws(Rejection) { try check() } catch { throw Fault(error) }
  }
}

extension LibraryPlace {
  fileprivate func cursor(_ fingerprint: String) -> String { "\(fingerprint) \(text) \(workId)" }

  fileprivate init(cursor: String, _ fingerprint: String) throws(Fault) {
    let parts = cursor.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, parts[0] == fingerprint, TextRules.isObjectId(parts[2]),
      let place = LibraryPlace(parts[1], workId: parts[2])
    else { throw Paging.badCursor }
    self = place
  }
}

extension LibraryRow {
  /// The approximate encoded size.
  fileprivate var textBytes: Int { ([title] + authors).reduce(512) { $0 + $1.utf8.count + 3 } }
}
