import API
import JSON
import Proto

/// What an operation may answer: each status that it can come to, with its fields and its body.
enum Responses {
  static func of(_ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var responses: [(String, JSONValue)] = []
    for status in endpoint.statuses { responses.append((String(status), success(status, endpoint, components))) }
    if endpoint.isTagged { responses.append(("304", reference("NotModified"))) }
    responses += errors(endpoint).map { (String($0), reference(name(of: $0))) }
    return .object(responses)
  }

  /// The errors that are possible wherever credentials are asked for, and those of this endpoint.
  static func errors(_ endpoint: Endpoint) -> [Int] {
    var errors = [400, 401, 403, 413, 414, 431, 500, 503]
    if endpoint.isForAnybody {
      errors.removeAll { $0 == 403 }
      errors.append(429)
    }
    if endpoint.hasObject { errors.append(404) }
    if endpoint.isStream { errors.append(429) }
    if endpoint.mayConflict { errors.append(409) }
    if endpoint.takesBody || endpoint.takesFile { errors += [411, 415] }
    if endpoint.takesFile { errors += [408, 429] }
    // A key that comes again with another body is refused too.
    if endpoint.takesBody || endpoint.verb == .post || endpoint.parameters.contains(where: \.namesObject) {
      errors.append(422)
    }
    return errors.sorted()
  }

  private static func success(_ status: Int, _ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var fields: [(String, JSONValue)] = [("X-Request-Id", field("RequestId"))]
    fields.append(("Cache-Control", field(endpoint.isTagged ? "CacheControl" : "NoStore")))
    if endpoint.isTagged { fields += [("ETag", field("ETag")), ("Vary", field("Vary"))] }
    if case .media(let type) = endpoint.success {
      fields.append(("X-Content-Type-Options", field("NoSniff")))
      if type == .svg { fields.append(("Content-Security-Policy", field("PicturePolicy"))) }
    }
    if endpoint.success == .download { fields.append(("Content-Disposition", field("ContentDisposition"))) }
    if endpoint.success == .cookie, endpoint.isForAnybody { fields.append(("Set-Cookie", field("SetCookie"))) }
    if endpoint.verb == .post {
      fields.append(("Idempotency-Replayed", field("IdempotencyReplayed")))
    }
    var members: [(String, JSONValue)] = [
      ("description", .text(status == 201 ? "Made." : status == 204 ? "Done." : "What is there now.")),
      ("headers", .object(fields)),
    ]
    if let content = content(endpoint, components) { members.append(("content", content)) }
    return .object(members)
  }

  private static func content(_ endpoint: Endpoint, _ components: Components) -> JSONValue? {
    switch endpoint.success {
    case .nothing, .done, .cookie: return nil
    case .download where endpoint.download?.choice == nil:
      return ["application/json": ["schema": ["type": "object"]]]
    case .download:
      return [
        "text/csv": ["schema": ["type": "string"]],
        "application/json": ["schema": ["type": "array", "items": ["type": "object"]]],
      ]
    case .events:
      let words: JSONValue = .text(
        "Server-sent events: `id` is the position, `event` is `change`, `data` is `{\"seq\": …, \"areas\": […]}`.")
      let sample = ChangeEvent.retry + ChangeEvent(seq: 42, areas: ["library", "reading"]).bytes
      return [
        "text/event-stream": [
          "schema": ["type": "string", "description": words],
          "example": .text(String(decoding: sample, as: UTF8.self)),
        ]
      ]
    case .media(let type):
      // Bytes have no schema of their own: the media type says it all.
      let schema: JSONValue = type == .svg ? ["type": "string"] : .object([])
      return .object([(type.rawValue, .object([("schema", schema)]))])
    case .value, .gathered, .written:
      let shape = endpoint.answered
      let json: JSONValue = ["schema": Schema(.answer, components).of(shape), "example": Sample.of(shape)]
      guard endpoint.takesFile else { return ["application/json": json] }
      let words: JSONValue =
        "Events `progress`, and the last one `result` or `problem`, for a client that accepts them."
      return [
        "application/json": json, "text/event-stream": ["schema": ["type": "string", "description": words]],
      ]
    }
  }

  private static let names = [
    401: "Unauthorized", 403: "Forbidden", 405: "MethodNotAllowed", 422: "Unprocessable", 429: "TooMany", 503: "Away",
  ]

  private static func name(of status: Int) -> String { names[status] ?? "Problem" }

  static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/components/responses/\(name)")] }
  static func field(_ name: String) -> JSONValue { ["$ref": .text("#/components/headers/\(name)")] }

  static let components: JSONValue = [
    "Problem": problem("What is wrong."),
    "Unauthorized": problem(
      "No credentials, or none that are good.", [("WWW-Authenticate", field("WWWAuthenticate"))], sample: 401),
    "Forbidden": problem(
      "The credentials lack the scope, or a write by cookie its `X-Requested-With`.",
      [("WWW-Authenticate", field("WWWAuthenticate"))], sample: 403),
    "MethodNotAllowed": problem("The method is not for this path.", [("Allow", field("Allow"))], sample: 405),
    "Unprocessable": problem("Values that are not acceptable, each named.", schema: "ValidationProblem", sample: 422),
    "Away": problem(
      "A service behind the edge is away: try again after a moment.", [("Retry-After", field("RetryAfter"))],
      sample: 503),
    "TooMany": problem(
      "Too many streams or imports of the user, or too many wrong attempts to sign in.",
      [("Retry-After", field("RetryAfter"))],
      sample: 429),
    "NotModified": [
      "description": "As the client has it.",
      "headers": [
        "X-Request-Id": field("RequestId"), "ETag": field("ETag"), "Cache-Control": field("CacheControl"),
        "Vary": field("Vary"),
      ],
    ],
  ]

  private static func problem(
    _ description: String, _ fields: [(String, JSONValue)] = [], schema: String = "Problem", sample status: Int = 400
  ) -> JSONValue {
    let schema: JSONValue = ["$ref": .text("#/components/schemas/\(schema)")]
    var example: [(String, JSONValue)] = [
      ("type", "about:blank"), ("title", .text(Status.phrase(status))), ("status", .integer(status)),
      ("detail", .text(status == 422 ? "title must not be empty" : description)),
    ]
    if status == 422 { example.append(("errors", [["field": "title", "message": "must not be empty"]])) }
    return [
      "description": .text(description),
      "headers": .object([("X-Request-Id", field("RequestId")), ("Cache-Control", field("NoStore"))] + fields),
      "content": ["application/problem+json": ["schema": schema, "example": .object(example)]],
    ]
  }

  static let headers: JSONValue = [
    "RequestId": header("The request's own `X-Request-Id`, or one that was made for it.", ["type": "string"]),
    "ETag": header("Of the bytes of this answer.", ["type": "string", "pattern": "^\"[^\"]+\"$"]),
    "CacheControl": header("How long the answer may be kept.", ["type": "string", "const": "private, max-age=300"]),
    "NoStore": header("Not to be kept.", ["type": "string", "const": "no-store"]),
    "Vary": header("Whose answer it is.", ["type": "string", "pattern": "^Authorization"]),
    "NoSniff": header("The type is as it says.", ["type": "string", "const": "nosniff"]),
    "PicturePolicy": header(
      "A picture styles itself, and loads nothing.",
      ["type": "string", "const": "default-src 'none'; style-src 'unsafe-inline'"]),
    "IdempotencyReplayed": [
      "description": "The answer was given before, to the same key and body.",
      "schema": ["type": "string", "const": "true"],
    ],
    "ContentDisposition": header("The name to save it under.", ["type": "string", "pattern": "^attachment"]),
    "WWWAuthenticate": header("What is asked for.", ["type": "string", "pattern": "^Bearer"]),
    "SetCookie": header("The cookie `waymark`.", ["type": "string", "pattern": "^waymark="]),
    "Allow": header("The methods of this path.", ["type": "string"]),
    "RetryAfter": header("Seconds to wait.", ["type": "integer", "minimum": 0]),
  ]

  private static func header(_ description: String, _ schema: JSONValue) -> JSONValue {
    ["description": .text(description), "required": true, "schema": schema]
  }
}

extension Endpoint {
  var isStream: Bool {
    if case .events = success { return true }
    return false
  }

  /// Whether its path names something that need not be there.
  var hasObject: Bool { parameters.contains(where: \.namesObject) }

  /// What a client sees, without the envelope that only the edge reads.
  var answered: Shape {
    var shape = reply()
    if case .gathered(let list) = success { shape.properties.removeAll { $0.name != list } }
    guard success == .written else { return shape }
    return shape[property: "value"]?.shape ?? Shape("object")
  }
}
