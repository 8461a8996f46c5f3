import API
import Proto

/// An answer in pages of bytes, the next one asked for when the client has read the last: however much there is, one
/// page is held here.
final class OpenDownload {
  let meta: CallMeta
  /// What of a choice is in it.
  let kind: String?
  private let name: String
  private let format: String
  /// What is asked for next: its texts, and where the last page ended.
  var call: [String: String]
  var hasBegun = false

  init(_ download: Download, meta: CallMeta, call: [String: String]) {
    self.meta = meta
    self.call = call
    kind = download.choice.flatMap { call[$0.kind] }
    name = download.file + (kind.map { "-" + $0 } ?? "")
    format = download.choice.map { call[$0.format] ?? $0.usualFormat } ?? "json"
  }

  var contentType: StaticString { format == "json" ? FieldLines.json : FieldLines.csv }

  /// A browser saves it under a name.
  var fields: [UInt8] {
    let value = "attachment; filename=\"\(name).\(format)\""
    return FieldLines.noStore + FieldLines.line("Content-Disposition", value)
  }
}

extension Edge {
  func export(_ connection: HTTPConnection, _ route: Route, _ download: Download, _ meta: CallMeta) {
    do throws(Fault) {
      let call = try argument.withBytes { bytes throws(Fault) in
        try CBORDecoder.decode([String: String].self, from: bytes)
      }
      let open = OpenDownload(download, meta: meta, call: call)
      requestPage(connection, self.route(of: open.kind, in: download, route), open)
    } catch {
      fail(connection, route, error)
    }
  }

  private func requestPage(_ connection: HTTPConnection, _ route: Route, _ download: OpenDownload) {
    guard let argument = try? CBOREncoder.encode(download.call) else { return connection.stream.close() }
    let serial = connection.serial
    let completion = { [unowned self] (answer: RawAnswer) in
      route.gate.finished(connection, route)
      guard connection.serial == serial, !connection.isClosed else { return }
      do throws(Fault) {
        let page = try answer.decoded(SessionAPI.ReadExport.Reply.self, of: route.method).get()
        send(page, connection, route, download)
      } catch {
        // What has begun cannot become a problem any more: breaking off shows the client that it is not whole.
        if download.hasBegun { connection.stream.close() } else { fail(connection, route, error) }
      }
    }
    argument.withUnsafeBytes { route.gate.call(connection, route, download.meta, $0, completion) }
  }

  private func send(
    _ page: SessionAPI.ReadExport.Reply, _ connection: HTTPConnection, _ route: Route, _ download: OpenDownload
  ) {
    guard let next = page.next else {
      guard download.hasBegun else {
        return connection.answer(
          Answer(contentType: download.contentType, fields: download.fields, body: page.bytes))
      }
      return connection.endDownload(page.bytes)
    }
    if !download.hasBegun {
      download.hasBegun = true
      guard connection.beginDownload(contentType: download.contentType, fields: download.fields) else { return }
    }
    download.call["after"] = next
    connection.writePage(page.bytes) { [unowned self] in requestPage(connection, route, download) }
  }
}
