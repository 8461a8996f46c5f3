import API
import Compression

/// The body of a successful response, with what is already known of it.
struct ReplyBody: Sendable {
  var bytes: [UInt8]
  /// The entity tag of the bytes.
  var tag: [UInt8]?
  /// The bytes as gzip, or nil if nobody has wanted them yet.
  var compressed: CompressedBody?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// A body as gzip.
struct CompressedBody: Sendable {
  /// Nil if they would not be shorter.
  let bytes: [UInt8]?

  init(of body: [UInt8]) {
    // An exact copy: the compressor reserves more than the body.
    bytes = Deflate.quickGzip(body).flatMap { $0.count < body.count ? $0.withUnsafeBytes { [UInt8]($0) } : nil }
  }
}

/// Responses with entity tags, and compressed ones.
extension Edge {
  /// `cacheControl` says for whom and how long the response may be cached; `more` are further lines.
  func respondTagged(
    _ connection: HTTPConnection, _ body: ReplyBody, _ contentType: StaticString = FieldLines.json,
    _ more: [UInt8] = [], cacheControl: StaticString? = nil
  ) {
    // After a sign-out, another user of the browser must not find the earlier responses.
    let route = connection.route.map { self.route($0) }
    let usual = FieldLines.tagged(
      byCookie: connection.proof != .bearer, byAccept: route?.endpoint.alternative != nil,
      byLanguage: route?.isTranslated == true && namesLanguages(connection))
    let cacheControl = cacheControl ?? usual
    let tag = body.tag ?? EntityTag.of(body.bytes)
    if !connection.state.parser.ifNoneMatch.isEmpty {
      if isHeld(tag, connection) {
        replies.writeFields(more, cacheControl: cacheControl, tag: tag, coding: [])
        return connection.respond(.empty(304, fields: replies.fields))
      }
      let other = EntityTag.compressed(tag)
      if mayBeCompressed(body, connection), isHeld(other, connection) {
        replies.writeFields(more, cacheControl: cacheControl, tag: other, coding: FieldLines.varyByCoding)
        return connection.respond(.empty(304, fields: replies.fields))
      }
    }
    if let coded = compressed(body, for: connection) {
      replies.writeFields(
        more, cacheControl: cacheControl, tag: EntityTag.compressed(tag), coding: FieldLines.gzip)
      return connection.respond(HTTPResponse(contentType: contentType, fields: replies.fields, body: coded))
    }
    replies.writeFields(more, cacheControl: cacheControl, tag: tag, coding: [])
    connection.respond(HTTPResponse(contentType: contentType, fields: replies.fields, body: body.bytes))
  }

  /// Whether the client has the bytes with this tag.
  private func isHeld(_ tag: [UInt8], _ connection: HTTPConnection) -> Bool {
    let held = connection.headBytes
    return connection.state.parser.ifNoneMatch.contains { EntityTag.isNamed(tag, in: held.span, $0) }
  }

  /// Returns the body as gzip if the client prefers it and the response may be compressed; otherwise nil.
  func compressed(_ body: ReplyBody, for connection: HTTPConnection) -> [UInt8]? {
    guard mayBeCompressed(body, connection), acceptsCompressed(connection) else { return nil }
    return (body.compressed ?? CompressedBody(of: body.bytes)).bytes
  }

  private func mayBeCompressed(_ body: ReplyBody, _ connection: HTTPConnection) -> Bool {
    guard body.bytes.count >= Limits.compressedBytes, let index = connection.route else { return false }
    return route(index).isCompressible
  }

  /// Whether the response may be compressed and the client prefers that.
  func acceptsCompressed(_ connection: HTTPConnection) -> Bool {
    guard let index = connection.route, route(index).isCompressible else { return false }
    return AcceptEncoding.prefersGzip(HeaderFields(connection.headBytes).values("accept-encoding"))
  }
}
