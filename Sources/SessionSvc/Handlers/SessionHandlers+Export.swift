import API
import Domain
import Proto
import Storage

extension SessionHandlers {
  func readExport(_ call: SessionAPI.ReadExport, _ caller: Caller) async throws(Fault) -> SessionAPI.ReadExport.Reply {
    try await read(caller) { [zones] user, reading in
      let table =
        switch call.kind {
        case .works: ExportTable.works(of: user, reading)
        case .reading: ExportTable.readings(of: user, try Self.calendar(of: user, zones, reading), reading)
        case .rucks: ExportTable.rucks(of: user, reading)
        case .listening: ExportTable.listening(of: user, reading)
        }
      var helping = ExportHelping(call.format ?? .csv, columns: table.columns, isFirst: call.after == nil)
      var place = call.after
      while !helping.isFull {
        let rows = try table.rows(place, SessionLimits.rowsPerExportRead)
        for row in rows where !helping.isFull {
          helping.append(columns: table.columns, row.cells)
          place = row.place
        }
        guard rows.count == SessionLimits.rowsPerExportRead || helping.isFull else {
          helping.finish()
          return SessionAPI.ReadExport.Reply(bytes: helping.bytes, next: nil)
        }
      }
      return SessionAPI.ReadExport.Reply(bytes: helping.bytes, next: place)
    }
  }
}
