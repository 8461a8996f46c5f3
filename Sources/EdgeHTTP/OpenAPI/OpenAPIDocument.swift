import API
import JSON
import Service

/// The OpenAPI 3.1 description of the whole interface, from the table and the shapes of the calls' types.
enum OpenAPIDocument {
  static func document(_ endpoints: [Endpoint], server: String = "/") -> JSONValue {
    let components = Components()
    let paths = paths(endpoints, components)
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Waymark", "version": .text(Build.version),
        "description":
          "A journal of what you hear, read and walk. Instants are RFC 3339, days are in the user's time zone.",
      ],
      "servers": [["url": .text(server)]],
      "security": [["bearer": []], ["cookie": []]],
      "paths": .object(paths + SystemOperations.paths),
      "components": [
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "An access token of this system, or a JWT that it is configured to accept.",
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
    Of a browser that has signed in by `POST /session`. With it alone, what is neither GET, HEAD nor OPTIONS must \
    carry `X-Requested-With: waymark`. `Authorization`, where it is given, decides alone.
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
    members.append(("errors", ["type": "array", "description": "What is wrong with which member.", "items": item]))
    var required: [JSONValue] = ["type", "title", "status", "detail"]
    if isValidation { required.append("errors") }
    return [
      "type": "object", "description": "RFC 9457.", "properties": .object(members), "required": .list(required),
    ]
  }
}

/// Paths that no service is behind.
enum SystemOperations {
  static let paths: [(String, JSONValue)] = [
    ("/healthz", operation("getHealth", "The edge lives.", "application/json")),
    ("/readyz", operation("getReadiness", "Each service behind the edge, by name.", "application/json", away: true)),
    ("/metrics", operation("getMetrics", "Figures for Prometheus.", "text/plain")),
    ("/openapi.json", operation("getOpenAPI", "This document.", "application/json")),
    (
      "/visitor",
      operation("getVisitor", "Whether the request carries nothing that says who asks.", "application/json")
    ),
    ("/", operation("getHome", "A page for people.", "text/html")),
    ("/s/{secret}.svg", shared("getSharedPicture", "What a public link shows.", "image/svg+xml")),
    ("/s/{secret}.json", shared("getSharedFigures", "The figures of what a public link shows.", "application/json")),
  ]

  /// An unknown link, an expired and a deleted one are not there.
  private static func shared(_ id: String, _ summary: String, _ type: String) -> JSONValue {
    let parameter: JSONValue = [
      "name": "secret", "in": "path", "required": true, "description": "As the link has it.",
      "schema": ["type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"],
    ]
    let fields: JSONValue = [
      "X-Request-Id": Responses.field("RequestId"), "ETag": Responses.field("ETag"),
      "X-Content-Type-Options": Responses.field("NoSniff"),
      "Content-Security-Policy": Responses.field("PicturePolicy"),
    ]
    let content = JSONValue.object([(type, ["schema": type == "application/json" ? figures : ["type": "string"]])])
    var responses: [(String, JSONValue)] = [
      ("200", ["description": "What is shared, as it is now.", "headers": fields, "content": content]),
      ("304", ["description": "As the client has it."]),
    ]
    responses += [400, 404, 414, 429, 431, 500].map { (String($0), Responses.reference("Problem")) }
    responses.append(("503", Responses.reference("Away")))
    return [
      "get": [
        "operationId": .text(id), "summary": .text(summary), "tags": ["shares"], "security": [],
        "parameters": [parameter], "responses": .object(responses),
      ]
    ]
  }

  /// In the form that badge services read.
  static let sharedFigures: JSONValue = [
    "type": "object", "description": "What a public link shows.",
    "properties": [
      "schemaVersion": ["type": "integer", "const": 1, "description": "Of this form."],
      "label": ["type": "string", "description": "What it is."],
      "message": ["type": "string", "description": "How it stands."],
      "color": ["type": "string", "description": "Of a badge that shows it."],
      "figures": ["type": "object", "description": "Those that the picture shows; a badge has no others."],
    ],
    "required": ["schemaVersion", "label", "message", "color"],
  ]

  private static let figures: JSONValue = ["$ref": "#/components/schemas/SharedFigures"]

  private static func operation(_ id: String, _ summary: String, _ type: String, away: Bool = false) -> JSONValue {
    let kind: JSONValue = type == "application/json" ? "object" : "string"
    let content = JSONValue.object([(type, ["schema": ["type": kind]])])
    let fields: JSONValue = ["X-Request-Id": Responses.field("RequestId")]
    var responses: [(String, JSONValue)] = [
      ("200", ["description": "The answer.", "headers": fields, "content": content])
    ]
    responses += [400, 414, 431].map { (String($0), Responses.reference("Problem")) }
    if away { responses.append(("503", Responses.reference("Away"))) }
    return [
      "get": [
        "operationId": .text(id), "summary": .text(summary), "tags": ["system"], "security": [],
        "responses": .object(responses),
      ]
    ]
  }
}
