import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// As many rows as a page has room for, each read once: what an export costs grows with what there is, and no read
  /// lasts longer than a page takes.
  func readExport(_ call: SessionAPI.ReadExport, _ caller: Caller) async throws(Fault) -> SessionAPI.ReadExport.Reply {
    guard call.kind != .insights else { throw Fault.invalid("kind", "is exported by the statistics") }
    return try await read(caller, cost: SessionLimits.exportCost) { [zones] user, rows in
      let table =
        switch call.kind {
        case .works: ExportTable.works(of: user, rows)
        case .reading: ExportTable.readings(of: user, try Self.calendar(of: user, zones, rows), rows)
        case .rucks: ExportTable.rucks(of: user, rows)
        case .listening, .insights: ExportTable.listening(of: user, rows)
        }
      var page = ExportPage(call.format ?? .csv, columns: table.columns, isFirst: call.after == nil)
      var place: String?
      try table.rows(call.after) { row in
        // A full page ends before the next row, so that it is known whether there is one.
        guard !page.isFull else { return false }
        page.append(row.cells)
        place = row.place
        return true
      }
      if page.isFull { return SessionAPI.ReadExport.Reply(bytes: page.bytes, next: place) }
      page.finish()
      return SessionAPI.ReadExport.Reply(bytes: page.bytes, next: nil)
    }
  }
}
