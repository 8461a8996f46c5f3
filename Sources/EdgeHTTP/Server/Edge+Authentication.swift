import API
import Proto
import Service

/// Authenticates requests without an `Authorization` header: by the header of a trusted proxy, or else by a cookie.
extension Edge {
  func authenticateByOthers(_ connection: HTTPConnection) {
    let fields = HeaderFields(connection.headBytes)
    if connection.isFromProxy, let header = site.userHeader {
      let names = fields.values(header)
      guard names.count <= 1 else {
        return connection.respond(ProblemBody.response(400, "duplicate user header; send it once"))
      }
      if let name = names.first, !name.isEmpty { return authenticate(connection, user: name) }
    }
    let cookies = fields.values("cookie")
    guard cookies.count <= 1 else {
      return connection.respond(ProblemBody.response(400, "duplicate Cookie header; send it once"))
    }
    switch cookies.first.map(CookieField.find) ?? .none {
    case .none:
      connection.respond(
        ProblemBody.response(
          401, "an Authorization: Bearer header is required, or the cookie of a signed-in browser",
          fields: FieldLines.bearer))
    case .wrong:
      connection.setProof(.cookie)
      decide(connection, .refused("the cookie is not valid; sign in again"))
    case .value(let secret):
      connection.setProof(.cookie)
      let verdict = credentials.judge(
        secret.span, .cookie, now: milliseconds, second: second, later: decideLater(connection))
      if let verdict { decide(connection, verdict) }
    }
  }

  /// Whether a request has no credentials at all. They are not checked, so that nobody learns whether they are valid.
  func isStranger(_ connection: HTTPConnection) -> Bool {
    let fields = HeaderFields(connection.headBytes)
    if connection.head.authorization != nil { return false }
    if connection.isFromProxy, let header = site.userHeader, fields.values(header).contains(where: { !$0.isEmpty }) {
      return false
    }
    return fields.values("cookie").allSatisfy { CookieField.find(in: $0) == .none }
  }

  private func authenticate(_ connection: HTTPConnection, user: [UInt8]) {
    connection.setProof(.proxy)
    guard Bytes.isUser(user) else { return decide(connection, .refused("the user header is not a valid user id")) }
    let verdict = credentials.judge(
      user: String(decoding: user, as: UTF8.self), now: milliseconds, later: decideLater(connection))
    if let verdict { decide(connection, verdict) }
  }

  /// Rejects writes that a page of another site could have made the browser send. With a cookie, every write must have
  /// a header that such a page cannot set; behind a proxy that signs people in, every write that a page sends.
  func foreignObjection(_ connection: HTTPConnection) -> HTTPResponse? {
    switch connection.head.verb {
    case .get, .head, .options: return nil
    case .post, .put, .patch, .delete, .other: break
    }
    guard connection.proof != .bearer else { return nil }
    let fields = HeaderFields(connection.headBytes)
    let isFromPage = connection.head.origin != nil || !fields.values("sec-fetch-site").isEmpty
    guard connection.proof == .cookie || isFromPage else { return nil }
    guard !fields.values("x-requested-with").contains(where: { $0.elementsEqual("waymark".utf8) }) else { return nil }
    return ProblemBody.response(
      403, "a write with a cookie must have the header X-Requested-With: waymark", fields: FieldLines.bearer)
  }

  /// The line that removes an invalid cookie.
  func clearingCookie(_ connection: HTTPConnection) -> [UInt8] {
    CookieField.line(secret: nil, seconds: 0, path: site.cookiePath, isSecure: isSecure(connection))
  }

  /// Whether the client uses https, as far as the edge knows.
  func isSecure(_ connection: HTTPConnection) -> Bool {
    if site.publicURL?.isHTTPS == true { return true }
    return forwarded("x-forwarded-proto", connection) == "https"
  }

  /// The URL under which the client reaches this edge, without a trailing slash.
  func publicBase(_ connection: HTTPConnection) -> String {
    if let url = site.publicURL { return url.description }
    let host = forwarded("x-forwarded-host", connection).flatMap(authority)
    let own = connection.head.host.map { String(decoding: connection.headBytes[$0], as: UTF8.self) }
    return (isSecure(connection) ? "https://" : "http://") + (host ?? own ?? "localhost")
  }

  /// The value that the trusted proxy has set; the header of any other peer is ignored.
  private func forwarded(_ name: String, _ connection: HTTPConnection) -> String? {
    guard connection.isFromProxy, let field = HeaderFields(connection.headBytes).values(name).last else { return nil }
    let value = field.split(separator: Bytes.comma).last ?? []
    return String(decoding: value.filter { $0 != Bytes.space && $0 != Bytes.tab }, as: UTF8.self).lowercased()
  }

  private func authority(_ text: String) -> String? {
    let bytes = [UInt8](text.utf8)
    guard bytes.count <= Limits.authorityBytes,
      (try? RequestParser(at: 0).checkAuthority(0..<bytes.count, bytes.span, "the host")) != nil
    else { return nil }
    return text
  }

  /// The address whose sign-in attempts count together. Behind trusted proxies it is the last address that is not one
  /// of them.
  func clientAddress(_ connection: HTTPConnection) -> String {
    var address = connection.peer.address
    if connection.isFromProxy {
      let list = HeaderFields(connection.headBytes).values("x-forwarded-for").joined(separator: [Bytes.comma])
      for part in list.split(separator: Bytes.comma).reversed() {
        let text = String(decoding: part.filter { $0 != Bytes.space && $0 != Bytes.tab }, as: UTF8.self)
        guard let hop = IPAddress(parsing: text) else { break }
        address = hop
        guard site.trustedProxies.contains(.network(hop)) else { break }
      }
    }
    return Edge.name(of: address)
  }

  static func name(of address: IPAddress?) -> String { address.map { "\($0.network)" } ?? "" }
}
