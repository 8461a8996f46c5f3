import API
import JSON
import Service

/// Builds the OpenAPI 3.1 description from the endpoint table and the shapes of the calls' types.
enum OpenAPIDocument {
  static func document(_ endpoints: [Endpoint], server: String = "/") -> JSONValue {
    let components = Components()
    let paths = paths(endpoints, components)
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Waymark", "version": .text(Build.version),
        "description":
          "A journal of what you listen to, read and walk. Instants are RFC 3339, days are in the user's time zone.",
      ],
      "servers": [["url": .text(server)]],
      "security": [["bearer": []], ["cookie": []]],
      "paths": .object(paths + SystemOperations.paths),
      "components": [
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "An access token of this server, or a JWT that the server is configured to accept.",
          ],
          "cookie": [
            "type": "apiKey", "in": "cookie", "name": .text(CookieField.name),
            "description": .text(cookie),
          ],
        ],
        "schemas": .object(
          [
            ("Problem", problem(isValidation: false)), ("ValidationProblem", problem(isValidation: true)),
            ("SharedFigures", SystemOperations.sharedFigures),
          ]
            + components.schemas.sorted { $0.0 < $1.0 }),
        "responses": Responses.components, "headers": Responses.headers,
      ],
    ]
  }

  private static let cookie = """
    The cookie that `POST /session` sets. A write that is authenticated by the cookie must carry `X-Requested-With: \
    waymark`. If the request has `Authorization`, the cookie is ignored.
    """

  private static func paths(_ endpoints: [Endpoint], _ components: Components) -> [(String, JSONValue)] {
    var order: [String] = []
    var operations: [String: [(String, JSONValue)]] = [:]
    for endpoint in endpoints {
      if operations[endpoint.path] == nil { order.append(endpoint.path) }
      let operation = Operation.of(endpoint, components)
      operations[endpoint.path, default: []].append((endpoint.verb.text.lowercased(), operation))
    }
    return order.map { (Endpoints.base + $0, .object(operations[$0] ?? [])) }
  }

  private static func problem(isValidation: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", ["type": "string", "format": "uri-reference"]), ("title", ["type": "string"]),
      ("status", ["type": "integer", "minimum": 400, "maximum": 599]), ("detail", ["type": "string"]),
    ]
    let item: JSONValue = [
      "type": "object", "properties": ["field": ["type": "string"], "message": ["type": "string"]],
      "required": ["field", "message"],
    ]
    members.append(
      ("errors", ["type": "array", "description": "The invalid members and their errors.", "items": item]))
    var required: [JSONValue] = ["type", "title", "status", "detail"]
    if isValidation { required.append("errors") }
    return [
      "type": "object", "description": "An error as problem details (RFC 9457).", "properties": .object(members),
      "required": .list(required),
    ]
  }
}

/// The paths that the edge serves without a service.
enum SystemOperations {
  static let paths: [(String, JSONValue)] = [
    ("/healthz", operation("getHealth", "Reports whether the edge runs.", "application/json")),
    (
      "/readyz",
      operation("getReadiness", "Reports the state of each service, by name.", "application/json", away: true)
    ),
    (
      "/metrics",
      operation(
        "getMetrics", "Metrics in the Prometheus text format, at most a second old.", "text/plain",
        note: "The operator decides whether this needs credentials of any user, and whether this address serves it.",
        security: [[:], ["bearer": []], ["cookie": []]], problems: [401, 404])
    ),
    ("/openapi.json", operation("getOpenAPI", "Returns this document.", "application/json")),
    (
      "/visitor",
      operation("getVisitor", "Reports whether the request has no credentials.", "application/json")
    ),
    ("/", operation("getHome", "The web page.", "text/html")),
    ("/s/{secret}.svg", shared("getSharedPicture", "Returns the picture of a public link.", "image/svg+xml")),
    ("/s/{secret}.json", shared("getSharedFigures", "Returns the figures of a public link.", "application/json")),
  ]

  /// Unknown, expired and deleted links are all 404.
  private static func shared(_ id: String, _ summary: String, _ type: String) -> JSONValue {
    let parameter: JSONValue = [
      "name": "secret", "in": "path", "required": true, "description": "The secret in the link.",
      "schema": ["type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"],
    ]
    let fields: JSONValue = [
      "X-Request-Id": Responses.field("RequestId"), "ETag": Responses.field("ETag"),
      "Vary": Responses.field("VaryByLanguage"), "X-Content-Type-Options": Responses.field("NoSniff"),
      "Content-Security-Policy": Responses.field("PicturePolicy"),
    ]
    let content = JSONValue.object([(type, ["schema": type == "application/json" ? figures : ["type": "string"]])])
    var responses: [(String, JSONValue)] = [
      ("200", ["description": "The current content of the link.", "headers": fields, "content": content]),
      ("304", ["description": "Not changed since the client's copy."]),
    ]
    responses += [400, 404, 414, 429, 431, 500].map { (String($0), Responses.reference("Problem")) }
    responses.append(("503", Responses.reference("Away")))
    return [
      "get": [
        "operationId": .text(id), "summary": .text(summary), "tags": ["shares"], "security": [],
        "parameters": [parameter, Operation.parameter(.lang), Operation.acceptLanguage],
        "responses": .object(responses),
      ]
    ]
  }

  /// The form that badge services read.
  static let sharedFigures: JSONValue = [
    "type": "object", "description": "The figures of a public link.",
    "properties": [
      "schemaVersion": ["type": "integer", "const": 1, "description": "The version of this form."],
      "label": ["type": "string", "description": "The title."],
      "message": ["type": "string", "description": "The current value as text."],
      "color": ["type": "string", "description": "The color of a badge."],
      "figures": ["type": "object", "description": "The figures in the picture. A badge has none."],
    ],
    "required": ["schemaVersion", "label", "message", "color"],
  ]

  private static let figures: JSONValue = ["$ref": "#/components/schemas/SharedFigures"]

  private static func operation(
    _ id: String, _ summary: String, _ type: String, away: Bool = false, note: String? = nil,
    security: JSONValue = [], problems: [Int] = []
  ) -> JSONValue {
    let kind: JSONValue = type == "application/json" ? "object" : "string"
    let content = JSONValue.object([(type, ["schema": ["type": kind]])])
    let fields: JSONValue = ["X-Request-Id": Responses.field("RequestId")]
    var responses: [(String, JSONValue)] = [
      ("200", ["description": "The response.", "headers": fields, "content": content])
    ]
    responses += ([400, 414, 431] + problems).sorted().map { (String($0), Responses.reference("Problem")) }
    if away { responses.append(("503", Responses.reference("Away"))) }
    var members: [(String, JSONValue)] = [("operationId", .text(id)), ("summary", .text(summary))]
    if let note { members.append(("description", .text(note))) }
    members += [("tags", ["system"]), ("security", security), ("responses", .object(responses))]
    return ["get": .object(members)]
  }
}
