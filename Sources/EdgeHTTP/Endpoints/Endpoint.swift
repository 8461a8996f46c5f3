import API
import Proto

/// One call of the REST interface, declared once: the router, the OpenAPI document and the tests all read it.
struct Endpoint: Sendable {
  /// What a 2xx answer is made of.
  enum Success: Hashable, Sendable {
    /// The reply itself, 200.
    case value
    /// A `Written`: its value, 201 or 200.
    case written
    /// A helping of bytes, with others behind it.
    case download
    /// The items of a list under that name, 200: the reply is a page of them, and `next` leads to the next one.
    case gathered(String)
    /// 204.
    case nothing
    /// A `Written` with nothing to tell: 204.
    case done
  }

  var verb: Verb
  /// Below `/api/v1`; a part in braces is a parameter.
  var path: String
  var service: String
  /// The internal method's name.
  var method: String
  var parameters: [Parameter]
  var takesBody: Bool
  var success: Success
  /// The statuses of its 2xx answers.
  private(set) var statuses: [Int]
  /// Whether what is there can stand against it: 409.
  private(set) var mayConflict = false
  var summary: String
  var details: String
  /// A request's body as JSON text.
  var example: String?
  /// Of what the items of a batch are, each judged alone.
  private(set) var item: (@Sendable () -> Shape)?
  var argument: @Sendable () -> Shape
  var reply: @Sendable () -> Shape

  /// Reading needs the one scope, anything else the other.
  var scope: Scope { verb == .get ? .read : .write }

  /// Whether its path names something that need not be there.
  var hasObject: Bool { parameters.contains(where: \.namesObject) }

  /// What a client is told, without the envelope that only the edge reads.
  var answered: Shape {
    var shape = reply()
    if case .gathered(let list) = success { shape.properties.removeAll { $0.name != list } }
    guard success == .written else { return shape }
    return shape[property: "value"]?.shape ?? Shape("object")
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

  /// Of a batch of such items.
  func each<Item: Method>(_ type: Item.Type) -> Endpoint {
    var endpoint = self
    endpoint.item = { Shape.of(Item.self) }
    return endpoint
  }

  static let taggedPrefixes = ["/analytics", "/insights", "/diversity", "/rucks", "/achievements", "/goals", "/review"]

  /// Whether answers carry a tag, by which a client sees that nothing has changed.
  var isTagged: Bool {
    verb == .get && Endpoint.taggedPrefixes.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  private init<Call: Method>(
    _ call: Call.Type, _ verb: Verb, _ path: String, _ success: Success, _ parameters: [Parameter], body: Bool,
    _ summary: String, _ details: String, _ example: String?
  ) {
    self.verb = verb
    self.path = path
    self.success = success
    self.summary = summary
    self.details = details
    self.example = example
    service = Call.API.service
    method = Call.name
    takesBody = body
    self.parameters = parameters
    statuses =
      switch success {
      case .value, .gathered, .download: [200]
      case .written: verb == .patch ? [200] : [200, 201]
      case .nothing, .done: [204]
      }
    argument = { Shape.of(Call.self) }
    reply = { Shape.of(Call.Reply.self) }
  }

  static func get<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .value, parameters, body: false, summary, details, nil)
  }

  /// A list that is sent as a whole, however long it is; the call has no parameters.
  static func gather<Call: Method>(
    _ path: String, _ call: Call.Type, list: String, _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .gathered(list), [], body: false, summary, details, nil)
  }

  /// A change that answers with what is there now.
  static func write<Call: Method, Value>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = "", example: String? = nil
  ) -> Endpoint where Call.Reply == Written<Value> {
    Endpoint(call, verb, path, .written, parameters, body: true, summary, details, example)
  }

  /// A change that has nothing to say, and needs nothing but its path.
  static func mark<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Nothing {
    Endpoint(call, verb, path, .nothing, parameters, body: false, summary, details, nil)
  }
}

extension Endpoint {
  /// A change that has nothing to say, needs nothing but its path, and knows when it is told again.
  static func act<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Written<Nothing> {
    Endpoint(call, verb, path, .done, parameters, body: false, summary, details, nil)
  }
}

extension Endpoint {
  /// Everything of a kind, in helpings.
  static func download(
    _ path: String, _ call: SessionAPI.ReadExport.Type, parameters: [Parameter], _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .download, parameters, body: false, summary, details, nil)
  }
}
