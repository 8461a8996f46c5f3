import API
import Proto

/// A response in pages of bytes. The next page is requested when the client has read this one, so the edge holds one
/// page however long the download is.
final class OpenDownload {
  let meta: CallMeta
  /// The chosen kind of data, if there is a choice.
  let kind: String?
  private let name: String
  private let format: String
  let contentType: StaticString
  /// The argument of the next call: the parameters, and where the last page ended.
  private(set) var call: [String: RawCBOR]
  private(set) var hasBegun = false

  init(_ download: Download, meta: CallMeta, call: [String: RawCBOR]) {
    func text(_ name: String) -> String? {
      call[name].flatMap { try? CBORDecoder.decode(String.self, from: $0.bytes) }
    }
    self.meta = meta
    self.call = call
    kind = download.choice.flatMap { text($0.kind) }
    name = download.file + (kind.map { "-" + $0 } ?? "")
    if let type = download.type {
      (format, contentType) = (type.fileExtension, type.contentType)
    } else {
      format = download.choice.map { text($0.format) ?? $0.usualFormat } ?? "json"
      contentType = format == "json" ? FieldLines.json : FieldLines.csv
    }
  }

  func begin() { hasBegun = true }

  func advance(to next: String) throws(Fault) {
    call["after"] = RawCBOR(bytes: try CBOREncoder.encode(next))
  }

  /// A browser saves the file under this name.
  var fields: [UInt8] {
    let value = "attachment; filename=\"\(name).\(format)\""
    return FieldLines.noStore + FieldLines.line("Content-Disposition", value)
  }
}

extension Edge {
  func export(_ connection: HTTPConnection, _ route: Route, _ download: Download, _ meta: CallMeta) {
    do throws(Fault) {
      let call = try arguments.withBytes { bytes throws(Fault) in
        try CBORDecoder.decode([String: RawCBOR].self, from: bytes)
      }
      let open = OpenDownload(download, meta: meta, call: call)
      requestPage(connection, routes.route(of: open.kind, in: download, route), open)
    } catch {
      fail(connection, route, error)
    }
  }

  private func requestPage(_ connection: HTTPConnection, _ route: Route, _ download: OpenDownload) {
    guard let argument = try? CBOREncoder.encode(download.call) else { return connection.stream.close() }
    let serial = connection.serial
    let completion = { [unowned self] (response: RawResponse) in
      route.gate.finished(connection, route)
      guard connection.isCurrent(serial) else { return }
      do throws(Fault) {
        let page = try response.decoded(SessionAPI.ReadExport.Reply.self, of: route.method).get()
        try send(page, connection, route, download)
      } catch {
        // A response that has begun cannot become a problem: closing shows the client that it is incomplete.
        if download.hasBegun { connection.stream.close() } else { fail(connection, route, error) }
      }
    }
    argument.withUnsafeBytes { route.gate.call(connection, route, download.meta, $0, completion) }
  }

  private func send(
    _ page: SessionAPI.ReadExport.Reply, _ connection: HTTPConnection, _ route: Route, _ download: OpenDownload
  ) throws(Fault) {
    guard let next = page.next else {
      guard download.hasBegun else {
        return connection.respond(
          HTTPResponse(contentType: download.contentType, fields: download.fields, body: page.bytes))
      }
      return connection.endDownload(page.bytes)
    }
    if !download.hasBegun {
      download.begin()
      guard connection.beginDownload(contentType: download.contentType, fields: download.fields) else { return }
    }
    try download.advance(to: next)
    connection.writePage(page.bytes) { [unowned self] in requestPage(connection, route, download) }
  }
}
