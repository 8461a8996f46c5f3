public import Proto

/// One row of the REST table: a call as it is asked for from outside. The router, the OpenAPI document and the tests
/// all read it; the call's own type is in it no more.
public struct Endpoint: Sendable {
  public enum Verb: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    public var text: String { rawValue }
  }

  /// What credentials must allow.
  public enum Scope: String, Sendable { case read, write }

  /// What a 2xx answer is made of.
  public enum Success: Hashable, Sendable {
    /// The reply itself, 200.
    case value
    /// A `Written`: its value, 201 or 200.
    case written
    /// Bytes, page after page.
    case download
    /// Server-sent events for as long as the client stays: replies of a call that waits, after the position in the
    /// parameter of that name.
    case events(String)
    /// A `MediaReply` of that type: its bytes, 200.
    case media(MediaType)
    /// The items of a list under that name, 200: the reply is a page of them, and `next` leads to the next one.
    case gathered(String)
    /// 204.
    case nothing
    /// A `Written` without a value: 204.
    case done
    /// 204, and the browser's cookie is what the reply says.
    case cookie
  }

  public let verb: Verb
  /// Below the base of the table; a part in braces is a parameter.
  public let path: String
  public private(set) var scope: Scope
  public let service: String
  /// The internal method's name.
  public let method: String
  public let parameters: [Parameter]
  public let takesBody: Bool
  public let success: Success
  /// The statuses of its 2xx answers.
  public private(set) var statuses: [Int]
  /// Whether what is stored can stand against it: 409.
  public private(set) var mayConflict = false
  /// Whether answers carry a tag, by which a client sees that nothing has changed.
  public private(set) var isTagged = false
  public private(set) var download: Download?
  /// Whether the body is a file of any kind, which the edge deals with itself: no service has the call.
  public private(set) var takesFile = false
  /// Whether the call needs no credentials.
  public private(set) var isForAnybody = false
  /// The argument's member in which the edge writes whose credentials they are; it is not the client's.
  public private(set) var makerName: String?
  /// The call that is made first, with the same argument, and the argument's member in which the edge writes its reply.
  public private(set) var first: (member: String, service: String, method: String)?
  /// Whether the call has a member `origin`, which the edge sets: the address at which the caller has reached it.
  public private(set) var knowsOrigin = false
  public let summary: String
  public let details: String
  /// A request's body as JSON text.
  public let example: String?
  /// The shape of a batch's items, each of which is judged alone.
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
      case .value, .gathered, .download, .events, .media: [200]
      case .written: verb == .patch ? [200] : [200, 201]
      case .nothing, .done, .cookie: [204]
      }
    argument = { Shape.of(Call.self) }
    reply = { Shape.of(Call.Reply.self) }
  }

  /// Of the statuses that a write may have only one.
  func answering(_ status: Int) -> Endpoint {
    var endpoint = self
    endpoint.statuses = [status]
    return endpoint
  }

  func orConflict() -> Endpoint {
    var endpoint = self
    endpoint.mayConflict = true
    return endpoint
  }

  func tagged() -> Endpoint {
    var endpoint = self
    endpoint.isTagged = true
    return endpoint
  }

  /// Where the scope is another than the verb's default.
  func needing(_ scope: Scope) -> Endpoint {
    var endpoint = self
    endpoint.scope = scope
    return endpoint
  }

  func forAnybody() -> Endpoint {
    var endpoint = self
    endpoint.isForAnybody = true
    return endpoint
  }

  func takingFile() -> Endpoint {
    var endpoint = self
    endpoint.takesFile = true
    return endpoint
  }

  func naming(maker name: String) -> Endpoint {
    var endpoint = self
    endpoint.makerName = name
    return endpoint
  }

  func after<First: Method>(_ call: First.Type, as member: String) -> Endpoint {
    var endpoint = self
    endpoint.first = (member, First.API.service, First.name)
    return endpoint
  }

  func knowingOrigin() -> Endpoint {
    var endpoint = self
    endpoint.knowsOrigin = true
    return endpoint
  }

  /// Of a batch of such items.
  func each<Item: Method>(_ type: Item.Type) -> Endpoint {
    var endpoint = self
    endpoint.item = { Shape.of(Item.self) }
    return endpoint
  }
}

/// How a download is named and read on: its call takes `after` and answers `{bytes, next}`.
public struct Download: Sendable {
  /// What the name of the file begins with.
  public let file: String
  /// What the client chooses; nil where there is one document, in JSON.
  public let choice: Choice?

  public struct Choice: Sendable {
    /// The parameter that says what is in it, which goes on with the file's name.
    public let kind: String
    /// The parameter that says how it is written, `csv` or `json`, and what holds where it is left out.
    public let format: String
    public let usualFormat: String
    /// The kind that another call answers, which takes the same parameters.
    public let exception: (kind: String, service: String, method: String)
  }

  init(file: String) {
    self.file = file
    choice = nil
  }

  init<Call: Method>(
    file: String, kind: String, format: String, usualFormat: String, except exception: String, by call: Call.Type
  ) {
    self.file = file
    choice = Choice(
      kind: kind, format: format, usualFormat: usualFormat, exception: (exception, Call.API.service, Call.name))
  }
}
