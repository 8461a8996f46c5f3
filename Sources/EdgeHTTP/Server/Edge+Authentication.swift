import API
import Crypto
import Proto
import Service

/// Authenticates requests without an `Authorization` header: by the header of a trusted proxy, or else by a cookie.
extension Edge {
  func authenticateByOthers(_ connection: HTTPConnection) {
    let fields = HeaderFields(connection.headBytes)
    if connection.isFromProxy, let header = site.userHeader {
      let names = fields.values(header)
      guard names.count <= 1 else {
        return connection.respond(ProblemBody.response(400, "duplicate \(header) header; send it once"))
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
      decide(connection, .invalid("the cookie is not valid; sign in again"))
    case .several:
      connection.respond(
        ProblemBody.response(
          401, "the browser sends several cookies of this server; delete its cookies and sign in again",
          fields: FieldLines.bearer))
    case .value(let secret):
      connection.setProof(.cookie)
      let verdict = credentials.judge(
        secret.span, .cookie, now: milliseconds, second: second, later: decideLater(connection))
      if let verdict { decide(connection, verdict) }
    }
  }

  /// Whether a request has no credentials at all. Credentials are not verified here, so that the result
  /// does not reveal whether they are valid.
  func isStranger(_ connection: HTTPConnection) -> Bool {
    let fields = HeaderFields(connection.headBytes)
    if connection.head.authorization != nil { return false }
    if connection.isFromProxy, let header = site.userHeader, fields.values(header).contains(where: { !$0.isEmpty }) {
      return false
    }
    return fields.values("cookie").allSatisfy { field in
      let found = CookieField.find(in: field)
      return found == .none || found == .several
    }
  }

  private func authenticate(_ connection: HTTPConnection, user: [UInt8]) {
    connection.setProof(.proxy)
    guard Bytes.isUser(user) else {
      return decide(connection, .invalid("the header \(site.userHeader ?? "") is not a valid user id"))
    }
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
    guard connection.proof == .cookie || isFromPage(connection) else { return nil }
    return unmarkedObjection(connection)
  }

  /// Rejects a request of a page that shows another user. All tabs of a browser share its cookie, so another tab may
  /// have signed another person in.
  func otherUserObjection(_ connection: HTTPConnection) -> HTTPResponse? {
    guard connection.proof != .bearer,
      let named = HeaderFields(connection.headBytes).values("x-waymark-user").first,
      !named.elementsEqual(connection.identity.user.utf8)
    else { return nil }
    return ProblemBody.response(412, "this browser is signed in as another user; load the page again")
  }

  /// Whether a page of a browser has sent the request.
  func isFromPage(_ connection: HTTPConnection) -> Bool {
    connection.head.origin != nil || !HeaderFields(connection.headBytes).values("sec-fetch-site").isEmpty
  }

  /// Rejects a request without the header that a page of another site cannot set.
  func unmarkedObjection(_ connection: HTTPConnection) -> HTTPResponse? {
    let fields = HeaderFields(connection.headBytes)
    guard !fields.values("x-requested-with").contains(where: { $0.elementsEqual("waymark".utf8) }) else { return nil }
    return ProblemBody.response(
      403, "a write from a page or with a cookie must have the header X-Requested-With: waymark",
      fields: FieldLines.bearer)
  }

  func cookiePlace(_ connection: HTTPConnection) -> CookieField.Place {
    CookieField.Place(path: site.cookiePath, isSecure: isSecure(connection))
  }

  /// The lines that remove an invalid cookie.
  func clearingCookie(_ connection: HTTPConnection) -> [UInt8] {
    CookieField.clearing(cookiePlace(connection), hasOldName: hasOldCookie(connection))
  }

  func hasOldCookie(_ connection: HTTPConnection) -> Bool {
    HeaderFields(connection.headBytes).values("cookie").contains(where: CookieField.hasOldName)
  }

  /// Sets the cookie again with its new end, if the session was renewed.
  func renewCookie(_ connection: HTTPConnection, _ identity: Identity) {
    guard connection.proof == .cookie, let hash = identity.hash, let seconds = credentials.takeRenewal(hash),
      case .value(let secret)? = HeaderFields(connection.headBytes).values("cookie").first.map(CookieField.find)
    else { return }
    let secretText = String(decoding: secret, as: UTF8.self)
    connection.addFields(CookieField.line(secret: secretText, seconds: seconds, cookiePlace(connection)))
  }

  /// Whether the client uses https, as far as the edge knows.
  func isSecure(_ connection: HTTPConnection) -> Bool {
    if site.publicURL?.isHTTPS == true { return true }
    return forwarded("x-forwarded-proto", connection) == "https"
  }

  /// The URL under which the client reaches this edge, without a trailing slash.
  func publicBase(_ connection: HTTPConnection) -> String {
    if let url = site.publicURL { return url.description }
    return (isSecure(connection) ? "https://" : "http://") + requestedAuthority(connection)
  }

  /// The host and port that the client has requested.
  private func requestedAuthority(_ connection: HTTPConnection) -> String {
    let host = forwarded("x-forwarded-host", connection).flatMap(authority)
    let own = connection.head.host.map { String(decoding: connection.headBytes[$0], as: UTF8.self) }
    return host ?? own ?? "localhost"
  }

  private func passkeySite(_ connection: HTTPConnection) -> SessionAPI.PasskeySite? {
    if let url = site.publicURL { return SessionAPI.PasskeySite(url) }
    return SessionAPI.PasskeySite(
      authority: requestedAuthority(connection), isHTTPS: isSecure(connection))
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

  /// The address of the client. Behind trusted proxies it is the last address that is not one of them.
  func clientIP(_ connection: HTTPConnection) -> IPAddress? {
    var address = connection.peer.address
    if connection.isFromProxy {
      let list = HeaderFields(connection.headBytes).values("x-forwarded-for").joined(separator: [Bytes.comma])
      for part in list.split(separator: Bytes.comma).reversed() {
        let text = String(decoding: part.filter { $0 != Bytes.space && $0 != Bytes.tab }, as: UTF8.self)
        guard let hop = IPAddress(forwarded: text) else { break }
        address = hop
        guard site.trustedProxies.contains(.network(hop)) else { break }
      }
    }
    return address
  }

  /// The address whose attempts count together.
  func clientAddress(_ connection: HTTPConnection) -> String { Edge.name(of: clientIP(connection)) }

  /// Describes the sender of a request that proves who a user is.
  func visitor(_ connection: HTTPConnection) -> SessionAPI.Visitor {
    let fields = HeaderFields(connection.headBytes)
    let agent = fields.values("user-agent").first.map { String(decoding: $0, as: UTF8.self) }
    var visitor = SessionAPI.Visitor(address: clientIP(connection)?.description ?? "local", userAgent: agent)
    visitor.site = passkeySite(connection)
    guard let cookies = fields.values("cookie").first else { return visitor }
    if case .value(let secret) = CookieField.find(in: cookies) { visitor.cookie = SHA256.hash(secret) }
    visitor.challenge = CookieField.value(of: CookieField.challengeName, in: cookies)
    visitor.attempts = CookieField.value(of: CookieField.attemptsName, in: cookies)
    return visitor
  }

  static func name(of address: IPAddress?) -> String { address.map { "\($0.network)" } ?? "" }
}
