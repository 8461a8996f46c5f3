public import API
import Crypto
import Domain
import JSON

/// The API of gpodder.net, version 2, by which podcast players synchronise.
public struct Gpodder: Connector {
  public let name = ConnectorName.gpodder
  public let isOpenToPages = true
  static let cookieName = "sessionid"
  static let milliseconds = 30_000

  public init() {}

  public func plan(_ head: ConnectorHead) -> ConnectorPlan {
    guard let route = GpodderRoute(path: head.path) else { return .reject(.notFound) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard route.methods.contains(method) else { return .reject(ConnectorProblem(405, "the method is not allowed")) }
    switch route {
    case .clientConfig: return .respond(.gpodder(GpodderDocuments.clientConfig(address: head.address + "/")))
    // Signing out without a valid cookie succeeds.
    case .logout: return .accept(ConnectorTerms(credentials: nil, milliseconds: Self.milliseconds))
    default:
      var scope: ConnectorScope = method == "GET" ? .read : .write
      if case .login = route { scope = .read }
      return .accept(
        ConnectorTerms(
          credentials: credentials(head), scope: scope, bodyBytes: GpodderLimits.bodyBytes,
          milliseconds: Self.milliseconds))
    }
  }

  /// The cookie counts if there are no Basic credentials.
  private func credentials(_ head: ConnectorHead) -> ConnectorCredentials {
    if let field = head.field("authorization") { return .basic(field) }
    return Self.cookie(head).map { .cookie(Array($0.utf8)) } ?? .none
  }

  static func cookie(_ head: ConnectorHead) -> String? {
    for field in head.fields where field.name == "cookie" {
      for part in field.value.split(separator: ";") {
        let pair = part.split(separator: "=", maxSplits: 1).map { TextRules.trimmed(String($0)) }
        if pair.count == 2, pair[0] == cookieName, !pair[1].isEmpty { return pair[1] }
      }
    }
    return nil
  }

  public func handle(_ request: ConnectorRequest) -> ConnectorStep {
    guard let route = GpodderRoute(path: request.head.path) else { return .fail(.notFound) }
    if case .logout = route { return signOut(request.head, as: route.user) }
    if case .login = route { return handle(request, route) }
    return keepingSignedIn(handle(request, route), request)
  }

  private func handle(_ request: ConnectorRequest, _ route: GpodderRoute) -> ConnectorStep {
    guard let user = request.user else { return .fail(.badCredentials) }
    guard let name = route.user, name == user.id || name == "me" else { return .fail(.otherName) }
    let writes = request.head.method == "POST" || request.head.method == "PUT"
    switch route {
    case .login: return signIn(request)
    case .devices: return listDevices(request)
    case .device(_, let device): return save(device, request)
    case .subscriptionChanges(_, let device):
      return writes ? changeSubscriptions(device, request) : listChanges(request, hasTitles: false)
    case .subscriptions(_, let device, let format):
      return writes ? replaceSubscriptions(device, format, request) : listSubscriptions(format, request)
    case .updates: return listChanges(request, hasTitles: true)
    case .episodes: return writes ? record(request) : listActions(request)
    case .logout, .clientConfig: return .fail(.notFound)
    }
  }

  /// The first challenge lets clients send Basic credentials that they send only on request.
  public func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse {
    var response = ConnectorResponse.gpodder(GpodderDocuments.error(problem.message), status: problem.status)
    if problem.status == 401 {
      response.fields.append(ConnectorPair("WWW-Authenticate", "Basic realm=\"Waymark\", charset=\"UTF-8\""))
    }
    if problem.status == 405, let route = GpodderRoute(path: head.path) {
      response.fields.append(ConnectorPair("Allow", route.methods.joined(separator: ", ")))
    }
    return response
  }

  // Signing in.

  private func signIn(_ request: ConnectorRequest) -> ConnectorStep {
    guard case .token(_, let token) = credentials(request.head) else {
      return .respond(.gpodder(GpodderDocuments.empty))
    }
    return .call(SessionAPI.OpenPodcastSession(token: Self.hash(of: token)), for: request.user) { reply in
      var response = ConnectorResponse.gpodder(GpodderDocuments.empty)
      response.fields.append(Self.cookie(reply.secret, seconds: reply.seconds, request.head))
      return .respond(response)
    }
  }

  private static func hash(of token: [UInt8]) -> [UInt8] {
    SHA256.hash(DeviceToken.characters(of: token) ?? token)
  }

  /// Adds a cookie to the response if the request has Basic credentials. mygpoclient, which gPodder uses, sends
  /// credentials only after a 401, and only three times; then it needs the cookie. The secret is derived from the
  /// token, so that each request gets the same cookie.
  private func keepingSignedIn(_ step: ConnectorStep, _ request: ConnectorRequest) -> ConnectorStep {
    switch step {
    case .respond(let response) where response.status < 400:
      guard case .token(_, let token) = credentials(request.head) else { return step }
      let secret = "wg_" + Base64URL.encode(SHA256.hash(Array("gpodder cookie\n".utf8) + token))
      let call = SessionAPI.OpenPodcastSession(token: Self.hash(of: token), cookie: SHA256.hash(secret))
      return .call(call, for: request.user, failed: { _ in step }) { reply in
        var response = response
        response.fields.append(Self.cookie(secret, seconds: reply.seconds, request.head))
        return .respond(response)
      }
    case .call(var call):
      let next = call.next
      call.next = { keepingSignedIn(next($0), request) }
      return .call(call)
    default: return step
    }
  }

  private func signOut(_ head: ConnectorHead, as name: String?) -> ConnectorStep {
    guard let secret = Self.cookie(head) else { return .respond(signedOut(head)) }
    return .verify(.cookie(Array(secret.utf8))) { user in
      guard let user else { return .respond(signedOut(head)) }
      guard name == user.id || name == "me" else { return .fail(.otherName) }
      return .call(SessionAPI.ClosePodcastSession(cookie: SHA256.hash(secret)), for: user) { _ in
        .respond(signedOut(head))
      }
    }
  }

  private func signedOut(_ head: ConnectorHead) -> ConnectorResponse {
    var response = ConnectorResponse.gpodder(GpodderDocuments.empty)
    response.fields.append(Self.cookie("", seconds: 0, head))
    return response
  }

  static func cookie(_ secret: String, seconds: Int64, _ head: ConnectorHead) -> ConnectorPair {
    let secure = head.address.hasPrefix("https://") ? "; Secure" : ""
    return ConnectorPair(
      "Set-Cookie",
      "\(cookieName)=\(secret); Path=\(head.base); Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)")
  }

  // Devices.

  private func listDevices(_ request: ConnectorRequest) -> ConnectorStep {
    .call(SessionAPI.ListPodcastDevices(), for: request.user) { reply in
      .respond(.gpodder(GpodderDocuments.devices(reply)))
    }
  }

  private func save(_ device: String, _ request: ConnectorRequest) -> ConnectorStep {
    guard let upload = DeviceUpload(body: request.body) else {
      return .fail(ConnectorProblem(400, "the body must be an object with caption and type"))
    }
    let call = SessionAPI.SavePodcastDevice(id: device, caption: upload.caption, type: upload.type)
    return .call(call, for: request.user) { _ in .respond(.gpodder(GpodderDocuments.empty)) }
  }
}

extension ConnectorProblem {
  fileprivate static let otherName = ConnectorProblem(400, "the name in the path must be the user's, or me")
}

extension ConnectorResponse {
  static func gpodder(_ body: [UInt8], status: Int = 200) -> ConnectorResponse {
    ConnectorResponse(status: status, contentType: "application/json", body: body)
  }
}
