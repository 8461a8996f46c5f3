/// Which pages of other origins may call this interface from a browser (the Fetch standard).
struct CORS {
  private let origins: [[UInt8]]

  init(origins: [String]) {
    self.origins = origins.map { [UInt8]($0.utf8) }
  }

  private static let vary = FieldLines.line("Vary", "Origin")
  private static let allowOrigin = [UInt8]("Access-Control-Allow-Origin: ".utf8)
  private static let expose = FieldLines.line(
    "Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Retry-After, X-Cover, X-Request-Id")
  private static let preflight =
    FieldLines.line("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
    + FieldLines.line(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, Cache-Control, Last-Event-ID, X-Request-Id, "
        + "traceparent")
    + FieldLines.line("Access-Control-Max-Age", "600")

  private func allows(_ bytes: Span<UInt8>, _ origin: Range<Int>) -> Bool {
    for index in origins.indices where origins[index] == [0x2A] || bytes.equals(origin, origins[index]) { return true }
    return false
  }

  /// The header lines of every response.
  func fields(_ bytes: Span<UInt8>, _ head: RequestHead) -> [UInt8] {
    guard !origins.isEmpty else { return [] }
    guard let origin = head.origin, allows(bytes, origin) else { return CORS.vary }
    var fields = CORS.vary + CORS.allowOrigin
    fields.append(bytes, origin)
    return fields + FieldLines.lineEnd + CORS.expose
  }

  /// A browser's preflight request has no credentials.
  func preflightFields(_ bytes: Span<UInt8>, _ head: RequestHead) -> [UInt8]? {
    guard head.verb == .options, head.requestedMethod != nil, let origin = head.origin, allows(bytes, origin) else {
      return nil
    }
    return CORS.preflight
  }
}
