import Proto

/// The request line and the fields in use, as places in the receive buffer.
struct RequestHead: Sendable {
  var verb: Verb = .other
  var isHTTP11 = true
  /// The path as sent, percent-encoded. The query need not follow it directly.
  var path: Range<Int> = 0..<0
  /// The part after the question mark.
  var query: Range<Int>?
  var keepsAlive = true
  var expectsContinue = false
  var isChunked = false
  var contentLength: Int?
  var end = 0

  var host: Range<Int>?
  var origin: Range<Int>?
  var authorization: Range<Int>?
  var contentType: Range<Int>?
  var contentEncoding: Range<Int>?
  var idempotencyKey: Range<Int>?
  var lastEventID: Range<Int>?
  var requestID: Range<Int>?
  var traceparent: Range<Int>?
  var requestedMethod: Range<Int>?
  var requestedHeaders: Range<Int>?

  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
  var declaresLength: Bool { isChunked || contentLength != nil }
}

/// Why the edge rejects a request without calling a service.
struct RequestProblem: Error, Equatable, Sendable {
  var status: Int
  var detail: String
  var errors: [Fault.Field]?

  static func malformed(_ detail: String) -> RequestProblem { RequestProblem(status: 400, detail: detail) }
}

/// The header fields that the edge reads.
enum FieldName: Sendable {
  case host, origin, expect, connection, contentType, requestID, traceparent, authorization, ifNoneMatch
  case contentLength, idempotencyKey, contentEncoding, transferEncoding, requestedMethod, requestedHeaders
  case lastEventID, acceptLanguage

  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    func isNamed(_ name: StaticString) -> Bool { bytes.equalsFolded(range, name) }
    switch range.count {
    case 4 where isNamed("host"): self = .host
    case 6 where isNamed("origin"): self = .origin
    case 6 where isNamed("expect"): self = .expect
    case 10 where isNamed("connection"): self = .connection
    case 11 where isNamed("traceparent"): self = .traceparent
    case 12 where isNamed("content-type"): self = .contentType
    case 12 where isNamed("x-request-id"): self = .requestID
    case 13 where isNamed("authorization"): self = .authorization
    case 13 where isNamed("if-none-match"): self = .ifNoneMatch
    case 13 where isNamed("last-event-id"): self = .lastEventID
    case 14 where isNamed("content-length"): self = .contentLength
    case 15 where isNamed("idempotency-key"): self = .idempotencyKey
    case 15 where isNamed("accept-language"): self = .acceptLanguage
    case 16 where isNamed("content-encoding"): self = .contentEncoding
    case 17 where isNamed("transfer-encoding"): self = .transferEncoding
    case 29 where isNamed("access-control-request-method"): self = .requestedMethod
    case 30 where isNamed("access-control-request-headers"): self = .requestedHeaders
    default: return nil
    }
  }
}
