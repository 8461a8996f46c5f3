import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Returns one page of rows. Every row is read once, and no read takes longer than one page.
  func readExport(_ call: SessionAPI.ReadExport, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ReadExport.Reply
  {
    guard call.kind != .insights else { throw Fault.invalid("kind", "insights are exported by the stats service") }
    return try await read(caller, cost: SessionLimits.exportCost) { [zones] user, rows in
      let table =
        switch call.kind {
        case .works: ExportTable.works(of: user, try Self.calendar(of: user, zones, rows), rows)
        case .reading: ExportTable.readings(of: user, try Self.calendar(of: user, zones, rows), rows)
        case .reads: ExportTable.reads(of: user, try Self.calendar(of: user, zones, rows), rows)
        case .rucks: ExportTable.rucks(of: user, rows)
        case .listening, .insights: ExportTable.listening(of: user, rows)
        }
      var page = ExportPage(call.format ?? .csv, columns: table.columns, isFirst: call.after == nil)
      var place: String?
      try table.rows(call.after) { row in
        // Stops before the next row, which shows that there is another page.
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
