public import Proto

/// One row of the REST table, which maps a request to an internal call. The router, the OpenAPI document and the tests
/// read it. The row does not depend on the call's type.
public struct Endpoint: Sendable {
  public enum Verb: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    public var text: String { rawValue }
  }

  /// The scope that the credentials must have.
  public enum Scope: String, Sendable { case read, write }

  /// The form of a successful response.
  public enum Success: Hashable, Sendable {
    /// 200 with the reply.
    case value
    /// 201 or 200 with the value of a `Written`.
    case written
    /// 200 with the bytes of all chunks.
    case download
    /// 200 with server-sent events until the client disconnects. The call waits for the next change after the position,
    /// which the named parameter holds.
    case events(String)
    /// 200 with the bytes of a `MediaReply`.
    case media(MediaType)
    /// 200 with the bytes of a `MediaReply`, whose type is one of several images. A drawing was generated.
    case image
    /// 200 with the items of all pages under this name. Each reply is one page, and its `next` leads to the next.
    case gathered(String)
    /// 204 without a body.
    case nothing
    /// 204 for a `Written` without a value.
    case done
    /// 204, and the reply sets or clears the browser's cookie. 201 or 200 if it has a token or an address.
    case cookie
    /// 200 with the value of a `Challenged`, whose challenge becomes a cookie.
    case challenge
    /// 303 to an address in the reply, which may set cookies.
    case redirect
  }

  public let verb: Verb
  /// Relative to the base path. A segment in braces is a parameter. A segment can have two parameters with a hyphen
  /// between them.
  public let path: String
  public private(set) var scope: Scope
  public let service: String
  /// The name of the internal call.
  public let method: String
  public let parameters: [Parameter]
  public let takesBody: Bool
  public let success: Success
  /// The possible statuses of a successful response.
  public private(set) var statuses: [Int]
  /// Whether existing data can cause a 409.
  public private(set) var mayConflict = false
  /// Whether a 404 is possible although the path names no object.
  public private(set) var mayBeMissing = false
  /// Whether responses have an ETag.
  public private(set) var isTagged = false
  public private(set) var download: Download?
  /// Another form of the response for clients that accept its media type.
  public private(set) var alternative: Alternative?
  /// Whether the body is a file, which the edge handles itself. No service has this call.
  public private(set) var takesFile = false
  /// The rules of the body if it may be an image instead of JSON.
  public private(set) var image: ImageBody?
  /// Whether the call needs no credentials.
  public private(set) var isForAnybody = false
  /// Whether valid credentials are passed on, and a request without them is accepted too.
  public private(set) var hasOptionalCredentials = false
  /// Whether secrets could be guessed with the call, so that wrong attempts are limited.
  public private(set) var limitsAttempts = false
  /// Whether the body is a form.
  public private(set) var takesForm = false
  /// Whether query parameters that are not in the table are accepted.
  public private(set) var ignoresOtherQueries = false
  /// Whether the call waits for a server of a user, which takes longer than other calls.
  public private(set) var callsOthers = false
  /// Whether only browsers that have signed in may make the call.
  public private(set) var needsBrowser = false
  /// Whether the edge sets the argument's member `visitor` to what it knows about the sender.
  public private(set) var knowsVisitor = false
  /// The argument's member into which the edge writes the request's credentials. Clients cannot set it.
  public private(set) var makerName: String?
  /// A call that the edge makes first, with the same argument, and the member into which it writes the reply.
  public private(set) var first: (member: String, service: String, method: String)?
  /// Whether the edge sets the argument's member `origin` to the address at which the client reached it.
  public private(set) var knowsOrigin = false
  /// Whether the response has texts in the language that the client accepts. The edge sets the argument's member `lang`
  /// unless the query does.
  public private(set) var isTranslated = false
  public let summary: String
  public let details: String
  /// An example of a request body, as JSON.
  public let example: String?
  /// The shape of a batch's items, each of which is checked on its own.
  public private(set) var item: (@Sendable () -> Shape)?
  public let argument: @Sendable () -> Shape
  public let reply: @Sendable () -> Shape

  init<Call: Method>(
    _ call: Call.Type, _ verb: Verb, _ path: String, _ success: Success, _ parameters: [Parameter], body: Bool,
    _ summary: String, _ details: String, _ example: String? = nil, download: Download? = nil
  ) {
    self.verb = verb
    self.path = path
    self.success = success
    self.summary = summary
    self.details = details
    self.example = example
    self.download = download
    self.parameters = parameters
    scope = verb == .get ? .read : .write
    service = Call.API.service
    method = Call.name
    takesBody = body
    statuses =
      switch success {
      case .value, .gathered, .download, .events, .media, .image, .challenge: [200]
      case .written: verb == .patch ? [200] : [200, 201]
      case .nothing, .done, .cookie: [204]
      case .redirect: [303]
      }
    argument = { Shape.of(Call.self) }
    reply = { Shape.of(Call.Reply.self) }
  }

  /// Whether the reply depends only on the call, the user's journal and the current day: a view makes it.
  public var isOfView: Bool {
    guard verb == .get, first == nil, download == nil, alternative == nil, !callsOthers, !isForAnybody else {
      return false
    }
    switch success {
    case .value, .media: return Endpoint.views.contains(service)
    case .written, .download, .events, .image, .gathered, .nothing, .done, .cookie, .challenge, .redirect:
      return false
    }
  }

  private static let views: Set = [StatsAPI.service, MilestoneAPI.service, DiversityAPI.service]

  /// Whether the response may be compressed: figures and lists of the user's own things. If an attacker can choose the
  /// text next to a secret, the length of a compressed response reveals the secret.
  public var isCompressible: Bool {
    guard verb == .get, !isForAnybody else { return false }
    switch success {
    case .value, .gathered, .media(.svg):
      return Endpoint.compressible.contains(String(path.split(separator: "/").first ?? ""))
    case .media, .written, .download, .events, .image, .nothing, .done, .cookie, .challenge, .redirect:
      return false
    }
  }

  /// The first names of their paths.
  private static let compressible: Set = [
    "achievements", "analytics", "diversity", "goals", "heroes", "insights", "library", "reading", "reads", "review",
    "rucks", "stories", "works",
  ]

  /// Restricts a write to one status.
  func returning(_ status: Int) -> Endpoint {
    var endpoint = self
    endpoint.statuses = [status]
    return endpoint
  }

  func orConflict() -> Endpoint {
    var endpoint = self
    endpoint.mayConflict = true
    return endpoint
  }

  func orNotFound() -> Endpoint {
    var endpoint = self
    endpoint.mayBeMissing = true
    return endpoint
  }

  func tagged() -> Endpoint {
    var endpoint = self
    endpoint.isTagged = true
    return endpoint
  }

  /// Overrides the verb's default scope.
  func needing(_ scope: Scope) -> Endpoint {
    var endpoint = self
    endpoint.scope = scope
    return endpoint
  }

  func withoutCredentials() -> Endpoint {
    var endpoint = self
    endpoint.isForAnybody = true
    return endpoint
  }

  func takingForm() -> Endpoint {
    var endpoint = self
    endpoint.takesForm = true
    return endpoint
  }

  func ignoringOtherQueries() -> Endpoint {
    var endpoint = self
    endpoint.ignoresOtherQueries = true
    return endpoint
  }

  /// Adds a status to those of a successful response.
  func alsoReturning(_ status: Int) -> Endpoint {
    var endpoint = self
    endpoint.statuses = (endpoint.statuses + [status]).sorted()
    return endpoint
  }

  func withOptionalCredentials() -> Endpoint {
    var endpoint = self
    endpoint.hasOptionalCredentials = true
    return endpoint
  }

  func limitingAttempts() -> Endpoint {
    var endpoint = self
    endpoint.limitsAttempts = true
    return endpoint
  }

  func callingOthers() -> Endpoint {
    var endpoint = self
    endpoint.callsOthers = true
    return endpoint
  }

  func inBrowser() -> Endpoint {
    var endpoint = self
    endpoint.needsBrowser = true
    return endpoint
  }

  func receivingVisitor() -> Endpoint {
    var endpoint = self
    endpoint.knowsVisitor = true
    return endpoint
  }

  func takingFile() -> Endpoint {
    var endpoint = self
    endpoint.takesFile = true
    return endpoint
  }

  func takingImage(_ image: ImageBody) -> Endpoint {
    var endpoint = self
    endpoint.image = image
    return endpoint
  }

  func receivingCredentials(as name: String) -> Endpoint {
    var endpoint = self
    endpoint.makerName = name
    return endpoint
  }

  func after<First: Method>(_ call: First.Type, as member: String) -> Endpoint {
    var endpoint = self
    endpoint.first = (member, First.API.service, First.name)
    return endpoint
  }

  func inLanguages() -> Endpoint {
    var endpoint = self
    endpoint.isTranslated = true
    return endpoint
  }

  func receivingOrigin() -> Endpoint {
    var endpoint = self
    endpoint.knowsOrigin = true
    return endpoint
  }

  /// Offers the chunks of another call, with the same argument, to clients that accept their media type.
  func orDownload<Call: Method>(_ type: MediaType, by call: Call.Type, file: String) -> Endpoint {
    var endpoint = self
    endpoint.alternative = Alternative(type: type, method: Call.name, download: Download(file: file, type: type))
    return endpoint
  }

  /// Marks the body as a batch of these items.
  func each<Item: Method>(_ type: Item.Type) -> Endpoint {
    var endpoint = self
    endpoint.item = { Shape.of(Item.self) }
    return endpoint
  }
}
