import API
import Proto

/// An answer that comes in helpings, the next one asked for when the client has taken the last: however much there is,
/// a helping of it is held here.
final class Download {
  let meta: CallMeta
  /// What is asked for next.
  var call: SessionAPI.ReadExport
  var hasBegun = false

  init(meta: CallMeta, call: SessionAPI.ReadExport) {
    self.meta = meta
    self.call = call
  }

  var contentType: StaticString {
    switch call.format ?? .csv {
    case .csv: FieldLines.csv
    case .json: FieldLines.json
    }
  }

  /// A browser saves it under a name.
  var fields: [UInt8] {
    let name = "waymark-\(call.kind.rawValue).\((call.format ?? .csv).rawValue)"
    return FieldLines.noStore + FieldLines.line("Content-Disposition", "attachment; filename=\"\(name)\"")
  }
}

extension Edge {
  func export(_ connection: HTTPConnection, _ row: Row, _ meta: CallMeta) {
    do throws(Fault) {
      let call = try argument.withBytes { bytes throws(Fault) in
        try CBORDecoder.decode(SessionAPI.ReadExport.self, from: bytes)
      }
      // Insights are made by the statistics; their call and its answer have the same members.
      let row = call.kind == .insights ? monthsRow ?? row : row
      askForMore(connection, row, Download(meta: meta, call: call))
    } catch {
      fail(connection, row, error)
    }
  }

  private func askForMore(_ connection: HTTPConnection, _ row: Row, _ download: Download) {
    guard let argument = try? CBOREncoder.encode(download.call) else { return connection.stream.close() }
    let serial = connection.serial
    let completion = { [unowned self] (answer: RawAnswer) in
      row.gate.finished(connection, row)
      guard connection.serial == serial, !connection.isClosed else { return }
      do throws(Fault) {
        switch answer {
        case .reply(let bytes, _):
          take(try CBORDecoder.decode(SessionAPI.ReadExport.Reply.self, from: bytes), connection, row, download)
        case .fault(let fault): throw fault
        }
      } catch {
        // What has begun cannot become a problem any more: breaking off tells the client that it is not whole.
        if download.hasBegun { connection.stream.close() } else { fail(connection, row, error) }
      }
    }
    argument.withUnsafeBytes { row.gate.call(connection, row, download.meta, $0, completion) }
  }

  private func take(
    _ helping: SessionAPI.ReadExport.Reply, _ connection: HTTPConnection, _ row: Row, _ download: Download
  ) {
    guard let next = helping.next else {
      guard download.hasBegun else {
        return connection.answer(
          Answer(contentType: download.contentType, fields: download.fields, body: helping.bytes))
      }
      return connection.endDownload(helping.bytes)
    }
    if !download.hasBegun {
      download.hasBegun = true
      guard connection.beginDownload(contentType: download.contentType, fields: download.fields) else { return }
    }
    download.call.after = next
    connection.writeHelping(helping.bytes) { [unowned self] in askForMore(connection, row, download) }
  }
}
