import Proto
import Service

/// The OpenAPI 3.1 description of the whole interface, from the table and the shapes of the calls' types.
enum OpenAPIDocument {
  static func document(_ endpoints: [Endpoint]) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Waymark", "version": .text(Build.version),
        "description":
          "A journal of what you hear, read and walk. Instants are RFC 3339, days are in the user's time zone.",
      ],
      "servers": [["url": "/"]],
      "security": [["bearer": []]],
      "paths": .object(paths(endpoints) + SystemOperations.paths),
      "components": [
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "An access token of this system, or a JWT that it is configured to accept.",
          ]
        ],
        "schemas": ["Problem": problem],
        "responses": ["Problem": problemResponse, "Away": awayResponse],
      ],
    ]
  }

  private static func paths(_ endpoints: [Endpoint]) -> [(String, JSONValue)] {
    var order: [String] = []
    var operations: [String: [(String, JSONValue)]] = [:]
    for endpoint in endpoints {
      if operations[endpoint.path] == nil { order.append(endpoint.path) }
      operations[endpoint.path, default: []].append((endpoint.verb.text.lowercased(), Operation.of(endpoint)))
    }
    return order.map { (Endpoints.base + $0, .object(operations[$0] ?? [])) }
  }

  private static let problem: JSONValue = [
    "type": "object", "description": "RFC 9457.",
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string"],
      "errors": [
        "type": "array", "description": "With 422: what is wrong with which member.",
        "items": [
          "type": "object", "properties": ["field": ["type": "string"], "message": ["type": "string"]],
          "required": ["field", "message"],
        ],
      ],
    ],
    "required": ["type", "title", "status", "detail"],
  ]

  static let problemContent: JSONValue = [
    "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
  ]
  private static let problemResponse: JSONValue = ["description": "What is wrong.", "content": problemContent]
  private static let awayResponse: JSONValue = [
    "description": "A service behind the edge is away: try again after a moment.",
    "headers": ["Retry-After": ["schema": ["type": "integer"]]], "content": problemContent,
  ]
}

/// Paths that no service is behind.
enum SystemOperations {
  static let paths: [(String, JSONValue)] = [
    ("/healthz", operation("getHealth", "The edge lives.", "application/json")),
    ("/readyz", operation("getReadiness", "Each service behind the edge, by name.", "application/json", away: true)),
    ("/metrics", operation("getMetrics", "Figures for Prometheus.", "text/plain")),
    ("/openapi.json", operation("getOpenAPI", "This document.", "application/json")),
    ("/", operation("getHome", "A page for people.", "text/html")),
  ]

  private static func operation(_ id: String, _ summary: String, _ type: String, away: Bool = false) -> JSONValue {
    let kind: JSONValue = type == "application/json" ? "object" : "string"
    let schema: JSONValue = ["schema": ["type": kind]]
    let content = JSONValue.object([(type, schema)])
    var responses: [(String, JSONValue)] = [("200", ["description": "The answer.", "content": content])]
    if away { responses.append(("503", ["$ref": "#/components/responses/Away"])) }
    return [
      "get": [
        "operationId": .text(id), "summary": .text(summary), "tags": ["system"], "security": [],
        "responses": .object(responses),
      ]
    ]
  }
}
