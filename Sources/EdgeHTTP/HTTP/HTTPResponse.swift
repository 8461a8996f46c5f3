import JSON

/// A complete response. `fields` are additional header lines.
struct HTTPResponse: Sendable {
  var status = 200
  var contentType: StaticString? = FieldLines.json
  var fields: [UInt8] = []
  var body: [UInt8] = []
  /// The body is stored elsewhere too, so that sending it needs no extra memory.
  var isKept = false
  /// The length of a body that is sent afterwards, in pieces.
  var bodyLength: Int?

  static func text(_ body: String, _ contentType: StaticString = FieldLines.text, fields: [UInt8] = []) -> HTTPResponse
  {
    HTTPResponse(contentType: contentType, fields: fields, body: [UInt8](body.utf8))
  }

  static func json(_ body: JSONValue, fields: [UInt8] = []) -> HTTPResponse {
    HTTPResponse(fields: fields, body: body.bytes)
  }

  static func empty(_ status: Int, fields: [UInt8] = []) -> HTTPResponse {
    HTTPResponse(status: status, contentType: nil, fields: fields)
  }
}

/// Header lines, ready to send.
enum FieldLines {
  static let json: StaticString = "Content-Type: application/json\r\n"
  static let problem: StaticString = "Content-Type: application/problem+json\r\n"
  static let text: StaticString = "Content-Type: text/plain; charset=utf-8\r\n"
  static let svg: StaticString = "Content-Type: image/svg+xml\r\n"
  static let pdf: StaticString = "Content-Type: application/pdf\r\n"
  static let gpx: StaticString = "Content-Type: application/gpx+xml\r\n"
  static let jpeg: StaticString = "Content-Type: image/jpeg\r\n"
  static let png: StaticString = "Content-Type: image/png\r\n"
  static let webp: StaticString = "Content-Type: image/webp\r\n"
  static let csv: StaticString = "Content-Type: text/csv; charset=utf-8; header=present\r\n"
  static let eventStream: StaticString = "Content-Type: text/event-stream\r\n"
  static let metrics: StaticString = "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
  /// The body is compressed for clients that accept it.
  static let gzip = line("Content-Encoding", "gzip") + varyByCoding
  static let varyByCoding = line("Vary", "Accept-Encoding")
  /// The request fields that select a response with an entity tag.
  static func tagged(byCookie: Bool, byAccept: Bool, byLanguage: Bool) -> StaticString {
    if byLanguage { return byCookie ? translatedByCookie : translated }
    return switch (byCookie, byAccept) {
    case (false, false): "Cache-Control: private, max-age=300\r\nVary: Authorization\r\n"
    case (true, false): "Cache-Control: private, max-age=300\r\nVary: Authorization, Cookie\r\n"
    case (false, true): "Cache-Control: private, max-age=300\r\nVary: Authorization, Accept\r\n"
    case (true, true): "Cache-Control: private, max-age=300\r\nVary: Authorization, Cookie, Accept\r\n"
    }
  }

  private static let translated: StaticString =
    "Cache-Control: private, max-age=300\r\nVary: Authorization, Accept-Language\r\n"
  private static let translatedByCookie: StaticString =
    "Cache-Control: private, max-age=300\r\nVary: Authorization, Cookie, Accept-Language\r\n"
  static let varyByLanguage = line("Vary", "Accept-Language")

  static func widget(byCookie: Bool, byLanguage: Bool) -> StaticString {
    switch (byCookie, byLanguage) {
    case (false, false): "Cache-Control: private, max-age=60\r\nVary: Authorization\r\n"
    case (true, false): "Cache-Control: private, max-age=60\r\nVary: Authorization, Cookie\r\n"
    case (false, true): "Cache-Control: private, max-age=60\r\nVary: Authorization, Accept-Language\r\n"
    case (true, true): "Cache-Control: private, max-age=60\r\nVary: Authorization, Cookie, Accept-Language\r\n"
    }
  }
  /// Only a drawing has texts.
  static func image(byCookie: Bool, byLanguage: Bool) -> StaticString {
    switch (byCookie, byLanguage) {
    case (false, false): "Cache-Control: private, max-age=86400\r\nVary: Authorization\r\n"
    case (true, false): "Cache-Control: private, max-age=86400\r\nVary: Authorization, Cookie\r\n"
    case (false, true): "Cache-Control: private, max-age=86400\r\nVary: Authorization, Accept-Language\r\n"
    case (true, true): "Cache-Control: private, max-age=86400\r\nVary: Authorization, Cookie, Accept-Language\r\n"
    }
  }

  /// The image was drawn, because none is stored.
  static let generated = line("X-Cover", "generated")
  static let entityTag: StaticString = "ETag: "
  static let lastChunk = [UInt8]("0\r\n\r\n".utf8)
  static let noStore = line("Cache-Control", "no-store")
  /// Proxies must not buffer events.
  static let streamed = noStore + line("X-Accel-Buffering", "no")
  static let replayed = line("Idempotency-Replayed", "true")
  static let bearer = line("WWW-Authenticate", "Bearer")
  static let badBearer = line("WWW-Authenticate", "Bearer error=\"invalid_token\"")
  static let retrySoon = line("Retry-After", "1")
  /// The address may contain a code.
  static let noReferrer = line("Referrer-Policy", "no-referrer")
  static let noSniff = line("X-Content-Type-Options", "nosniff")
  /// A picture may contain styles and must not load anything.
  static let picture =
    line("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") + noSniff
  /// A public link has texts in the accepted language.
  static let cachedByAll: StaticString = "Cache-Control: public, max-age=300\r\nVary: Accept-Language\r\n"
  /// Pages of any origin may show a public link.
  static let anyOrigin =
    line("Access-Control-Allow-Origin", "*") + line("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id")
  static let anyOriginPreflight =
    line("Access-Control-Allow-Methods", "GET, HEAD")
    + line("Access-Control-Allow-Headers", "If-None-Match, Cache-Control") + line("Access-Control-Max-Age", "600")
  static let lineEnd: [UInt8] = [Bytes.carriageReturn, Bytes.lineFeed]
  static let continues = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  static func line(_ name: String, _ value: String) -> [UInt8] {
    [UInt8]("\(name): \(value)\r\n".utf8)
  }

  static func allow(_ verbs: [UInt8]) -> [UInt8] {
    [UInt8]("Allow: ".utf8) + verbs + lineEnd
  }
}

/// The reason phrases of the status codes in use.
enum Status {
  static func phrase(_ status: Int) -> String {
    phrases[status] ?? "Unknown"
  }

  private static let phrases: [Int: String] = [
    100: "Continue", 200: "OK", 201: "Created", 204: "No Content", 207: "Multi-Status", 303: "See Other",
    304: "Not Modified",
    308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout",
    409: "Conflict", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 417: "Expectation Failed", 422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]

  /// The status lines, by status.
  private static let lines: [[UInt8]] = (0..<600).map { status in
    [UInt8]("HTTP/1.1 \(status) \(phrase(status))\r\n".utf8)
  }

  static func line(_ status: Int) -> [UInt8] {
    lines.indices.contains(status) ? lines[status] : lines[500]
  }
}
