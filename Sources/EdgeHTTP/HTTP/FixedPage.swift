/// A body that is built once, with its header lines.
struct FixedPage: Sendable {
  /// Lines that a 304 has too.
  private let fields: [UInt8]
  /// Lines that describe the body.
  private let bodyFields: [UInt8]
  private let body: [UInt8]
  private var tag: [UInt8] = []

  /// `fields` and `bodyFields` are complete lines.
  init(_ body: [UInt8], cached: String = "no-cache", fields: [UInt8] = [], bodyFields: [UInt8]) {
    self.body = body
    self.bodyFields = bodyFields
    EntityTag.append(of: body, to: &tag)
    var lines = FieldLines.line("Cache-Control", cached) + FieldLines.noSniff
    lines.append(FieldLines.entityTag)
    self.fields = lines + tag + FieldLines.lineEnd + fields
  }

  func response(_ bytes: Span<UInt8>, ifNoneMatch: [Range<Int>]) -> HTTPResponse {
    for field in ifNoneMatch where EntityTag.isNamed(tag, in: bytes, field) {
      return .empty(304, fields: fields)
    }
    return HTTPResponse(contentType: nil, fields: fields + bodyFields, body: body, isKept: true)
  }
}
