import API
import Proto
import Service

/// Who asks, where no `Authorization` field says so: whom a trusted proxy names, or else the holder of a cookie.
extension Edge {
  func admitByOthers(_ connection: HTTPConnection) {
    let fields = HeaderFields(connection.headBytes)
    if connection.isFromProxy, let header = options.userHeader {
      let names = fields.values(header)
      guard names.count <= 1 else {
        return connection.answer(ProblemBody.answer(400, "the field that names the user stands twice"))
      }
      if let name = names.first, !name.isEmpty { return admit(connection, user: name) }
    }
    let cookies = fields.values("cookie")
    guard cookies.count <= 1 else {
      return connection.answer(ProblemBody.answer(400, "the Cookie field stands twice"))
    }
    switch cookies.first.map(CookieField.find) ?? .none {
    case .none:
      connection.answer(
        ProblemBody.answer(
          401, "an Authorization: Bearer field is needed, or the cookie of a browser that has signed in",
          fields: FieldLines.bearer))
    case .wrong:
      connection.proof = .cookie
      decide(connection, .refused("the cookie is not one that was set here"))
    case .value(let secret):
      connection.proof = .cookie
      let verdict = credentials.judge(
        secret.span, .cookie, now: milliseconds, second: second, later: decideLater(connection))
      if let verdict { decide(connection, verdict) }
    }
  }

  /// Whether a request carries nothing that could say who asks. What it carries is not judged: nobody learns more by
  /// this than what they have sent, and a stranger's browser has nothing to ask for in vain.
  func isStranger(_ connection: HTTPConnection) -> Bool {
    let fields = HeaderFields(connection.headBytes)
    if connection.head.authorization != nil { return false }
    if connection.isFromProxy, let header = options.userHeader, fields.values(header).contains(where: { !$0.isEmpty }) {
      return false
    }
    return fields.values("cookie").allSatisfy { CookieField.find(in: $0) == .none }
  }

  private func admit(_ connection: HTTPConnection, user: [UInt8]) {
    connection.proof = .proxy
    guard Bytes.isUser(user) else { return decide(connection, .refused("the proxy names no user that there can be")) }
    let verdict = credentials.judge(
      user: String(decoding: user, as: UTF8.self), now: milliseconds, later: decideLater(connection))
    if let verdict { decide(connection, verdict) }
  }

  /// What a foreign page could have made the browser send. With a cookie every write must carry a field that such a
  /// page cannot set; behind a proxy that signs people in, every write that comes from a page at all.
  func foreignObjection(_ connection: HTTPConnection) -> Answer? {
    switch connection.head.verb {
    case .get, .head, .options: return nil
    case .post, .put, .patch, .delete, .other: break
    }
    guard connection.proof != .bearer else { return nil }
    let fields = HeaderFields(connection.headBytes)
    let isFromPage = connection.head.origin != nil || !fields.values("sec-fetch-site").isEmpty
    guard connection.proof == .cookie || isFromPage else { return nil }
    guard !fields.values("x-requested-with").contains(where: { $0.elementsEqual("waymark".utf8) }) else { return nil }
    return ProblemBody.answer(
      403, "with a cookie, a write must carry X-Requested-With: waymark", fields: FieldLines.bearer)
  }

  /// The line that takes an ended cookie away.
  func clearingCookie(_ connection: HTTPConnection) -> [UInt8] {
    CookieField.line(secret: nil, seconds: 0, path: options.publicURL?.path ?? "", isSecure: isSecure(connection))
  }

  /// Whether the client came by https, as far as this can be known.
  func isSecure(_ connection: HTTPConnection) -> Bool {
    if options.publicURL?.isHTTPS == true { return true }
    return forwarded("x-forwarded-proto", connection) == "https"
  }

  /// Where the client finds this edge, without a slash at its end: what links are made of.
  func publicBase(_ connection: HTTPConnection) -> String {
    if let url = options.publicURL { return url.description }
    let host = forwarded("x-forwarded-host", connection).flatMap(authority)
    let own = connection.head.host.map { String(decoding: connection.headBytes[$0], as: UTF8.self) }
    return (isSecure(connection) ? "https://" : "http://") + (host ?? own ?? "localhost")
  }

  /// What the last proxy says, which is the one that is trusted. From any other peer it is ignored.
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

  /// Whose attempts to sign in count together. Behind trusted proxies it is the address that the nearest of them does
  /// not know as a proxy.
  func clientAddress(_ connection: HTTPConnection) -> String {
    var address = connection.peer.address
    if connection.isFromProxy {
      let list = HeaderFields(connection.headBytes).values("x-forwarded-for").joined(separator: [Bytes.comma])
      for part in list.split(separator: Bytes.comma).reversed() {
        let text = String(decoding: part.filter { $0 != Bytes.space && $0 != Bytes.tab }, as: UTF8.self)
        guard let hop = IPAddress(parsing: text) else { break }
        address = hop
        guard options.trustedProxies.contains(.network(hop)) else { break }
      }
    }
    return Edge.name(of: address)
  }

  static func name(of address: IPAddress?) -> String { address.map { "\($0.network)" } ?? "" }
}
