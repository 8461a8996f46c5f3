/// A request's line and the fields that mean something here, as places in the buffer it was read from.
struct RequestHead: Sendable {
  var verb: Verb = .other
  var isHTTP11 = true
  /// The path as it was sent, percent-encoded.
  var path: Range<Int> = 0..<0
  /// What follows the question mark.
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
  var requestID: Range<Int>?
  var traceparent: Range<Int>?
  var requestedMethod: Range<Int>?
  var requestedHeaders: Range<Int>?
  /// A list may be spread over several fields.
  var ifNoneMatch: [Range<Int>] = []

  /// Path and query as they were sent.
  var target: Range<Int> { path.lowerBound..<(query?.upperBound ?? path.upperBound) }
  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
  var declaresLength: Bool { isChunked || contentLength != nil }
}

/// A request that is answered by an error before anybody looks at what it wants; the connection ends with it.
struct Refusal: Error, Equatable, Sendable {
  var status: Int
  var detail: String

  static func malformed(_ detail: String) -> Refusal { Refusal(status: 400, detail: detail) }
}

/// The fields that the edge reads.
enum FieldName: Sendable {
  case host, origin, expect, connection, contentType, requestID, traceparent, authorization, ifNoneMatch
  case contentLength, idempotencyKey, contentEncoding, transferEncoding, requestedMethod, requestedHeaders

  private static let names: [(String, FieldName)] = [
    ("host", .host), ("origin", .origin), ("expect", .expect), ("connection", .connection),
    ("traceparent", .traceparent), ("content-type", .contentType), ("x-request-id", .requestID),
    ("authorization", .authorization), ("if-none-match", .ifNoneMatch), ("content-length", .contentLength),
    ("idempotency-key", .idempotencyKey), ("content-encoding", .contentEncoding),
    ("transfer-encoding", .transferEncoding), ("access-control-request-method", .requestedMethod),
    ("access-control-request-headers", .requestedHeaders),
  ]
  private static let known = names.map { (name: [UInt8]($0.0.utf8), field: $0.1) }

  /// Where the names of each length begin in `known`, which is sorted by length.
  private static let firstOfLength: [Int] = (0...31).map { length in
    known.firstIndex { $0.name.count >= length } ?? known.count
  }

  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= 30 else { return nil }
    let known = FieldName.known
    for index in FieldName.firstOfLength[range.count]..<FieldName.firstOfLength[range.count + 1]
    where bytes.equalsFolded(range, known[index].name) {
      self = known[index].field
      return
    }
    return nil
  }
}
