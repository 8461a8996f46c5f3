import API
import JSON
import Proto

/// The responses of an operation: every possible status with its header fields and its body.
enum Responses {
  static func of(_ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var responses: [(String, JSONValue)] = []
    for status in endpoint.statuses { responses.append((String(status), success(status, endpoint, components))) }
    if endpoint.isTagged {
      responses.append(("304", reference(endpoint.success == .image ? "ImageNotModified" : "NotModified")))
    }
    responses += errors(endpoint).map { (String($0), reference(name(of: $0))) }
    return .object(responses)
  }

  /// Returns the errors of every call with credentials, and those of this endpoint.
  static func errors(_ endpoint: Endpoint) -> [Int] {
    var errors = [400, 401, 403, 408, 413, 414, 431, 500, 503]
    if endpoint.limitsAttempts { errors.append(429) }
    if endpoint.hasObject || endpoint.mayBeMissing { errors.append(404) }
    if endpoint.isStream { errors.append(429) }
    if endpoint.mayConflict { errors.append(409) }
    if endpoint.takesBody || endpoint.takesFile { errors += [411, 415] }
    if endpoint.takesFile { errors.append(429) }
    // An idempotency key that was used with another body is 422 too.
    if endpoint.takesBody || endpoint.verb == .post || endpoint.parameters.contains(where: \.namesObject) {
      errors.append(422)
    }
    return errors.sorted()
  }

  private static func success(_ status: Int, _ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var fields: [(String, JSONValue)] = [("X-Request-Id", field("RequestId"))]
    let cached = endpoint.success == .image ? "ImageCacheControl" : "CacheControl"
    fields.append(("Cache-Control", field(endpoint.isTagged ? cached : "NoStore")))
    if endpoint.isTagged { fields += [("ETag", field("ETag")), ("Vary", field("Vary"))] }
    if endpoint.isTranslated, !endpoint.isTagged { fields.append(("Vary", field("VaryByLanguage"))) }
    if case .media(let type) = endpoint.success {
      fields.append(("X-Content-Type-Options", field("NoSniff")))
      if type == .svg { fields.append(("Content-Security-Policy", field("PicturePolicy"))) }
    }
    if endpoint.success == .image {
      fields += [("X-Content-Type-Options", field("NoSniff")), ("X-Cover", field("XCover"))]
    }
    if endpoint.success == .download { fields.append(("Content-Disposition", field("ContentDisposition"))) }
    if endpoint.success == .redirect { fields.append(("Location", field("Location"))) }
    if endpoint.success == .cookie, endpoint.isForAnybody { fields.append(("Set-Cookie", field("SetCookie"))) }
    if endpoint.success == .challenge { fields.append(("Set-Cookie", field("SetChallenge"))) }
    if endpoint.verb == .post {
      fields.append(("Idempotency-Replayed", field("IdempotencyReplayed")))
    }
    var members: [(String, JSONValue)] = [
      ("description", .text(descriptions[status] ?? "The current state.")),
      ("headers", .object(fields)),
    ]
    if let content = content(endpoint, status, components) { members.append(("content", content)) }
    return .object(members)
  }

  private static let descriptions = [201: "Created.", 204: "Done.", 303: "The next page."]

  private static func content(_ endpoint: Endpoint, _ status: Int, _ components: Components) -> JSONValue? {
    switch endpoint.success {
    case .cookie where status != 204:
      let shape = status == 201 ? Shape.of(SessionAPI.MadeToken.self) : Shape.of(SessionAPI.NextAddress.self)
      return ["application/json": ["schema": Schema(.response, components).of(shape), "example": Sample.of(shape)]]
    case .nothing, .done, .cookie, .redirect: return nil
    case .download where endpoint.download?.choice == nil:
      return ["application/json": ["schema": ["type": "object"]]]
    case .download:
      return [
        "text/csv": ["schema": ["type": "string"]],
        "application/json": ["schema": ["type": "array", "items": ["type": "object"]]],
      ]
    case .events:
      let words: JSONValue = .text(
        "Server-sent events. `id` is the position, `event` is `change`, `data` is `{\"seq\": …, \"areas\": […]}`.")
      let sample = ChangeEvent.retry + ChangeEvent(seq: 42, areas: ["library", "reading"]).bytes
      return [
        "text/event-stream": [
          "schema": ["type": "string", "description": words],
          "example": .text(String(decoding: sample, as: UTF8.self)),
        ]
      ]
    case .media(let type):
      // Bytes have no schema; the media type describes them.
      let schema: JSONValue = type == .svg ? ["type": "string"] : .object([])
      return .object([(type.rawValue, .object([("schema", schema)]))])
    case .image: return .object(MediaType.images.map { ($0.rawValue, .object([])) })
    case .value, .gathered, .written, .challenge:
      let shape = endpoint.responseShape
      let json: JSONValue = ["schema": Schema(.response, components).of(shape), "example": Sample.of(shape)]
      if let other = endpoint.alternative {
        return .object([
          ("application/json", json), (other.type.rawValue, .object([("schema", ["type": "string"])])),
        ])
      }
      guard endpoint.takesFile else { return ["application/json": json] }
      let words: JSONValue =
        "Sent to clients that accept it: `progress` events, then one `result` or `problem` event."
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
    "Problem": problem("The request failed."),
    "Unauthorized": problem(
      "The credentials are missing or not valid.", [("WWW-Authenticate", field("WWWAuthenticate"))], sample: 401),
    "Forbidden": problem(
      "The credentials lack the required scope, or a write by cookie lacks `X-Requested-With: waymark`.",
      [("WWW-Authenticate", field("WWWAuthenticate"))], sample: 403),
    "MethodNotAllowed": problem(
      "The path does not support this method. `Allow` lists the supported ones.", [("Allow", field("Allow"))],
      sample: 405),
    "Unprocessable": problem(
      "Some values are not valid. `errors` names each.", schema: "ValidationProblem", sample: 422),
    "Away": problem(
      "A service is unavailable. Retry after `Retry-After` seconds.", [("Retry-After", field("RetryAfter"))],
      sample: 503),
    "TooMany": problem(
      "Too many open streams, imports or failed sign-ins. Retry after `Retry-After` seconds.",
      [("Retry-After", field("RetryAfter"))],
      sample: 429),
    "NotModified": notModified("CacheControl"),
    "ImageNotModified": notModified("ImageCacheControl"),
  ]

  private static func notModified(_ cacheControl: String) -> JSONValue {
    [
      "description": "Not changed since the client's copy.",
      "headers": [
        "X-Request-Id": field("RequestId"), "ETag": field("ETag"), "Cache-Control": field(cacheControl),
        "Vary": field("Vary"),
      ],
    ]
  }

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
    "RequestId": header("The `X-Request-Id` of the request, or a new one.", ["type": "string"]),
    "ETag": header("The tag of these bytes, for `If-None-Match`.", ["type": "string", "pattern": "^\"[^\"]+\"$"]),
    "CacheControl": header(
      "The cache lifetime of the response: five minutes, or one for the widget.",
      ["type": "string", "enum": ["private, max-age=300", "private, max-age=60"]]),
    "ImageCacheControl": header(
      "The cache lifetime of the image.", ["type": "string", "const": "private, max-age=86400"]),
    "XCover": [
      "description": "`generated` if the image is a drawing, because no cover is stored.",
      "schema": ["type": "string", "const": "generated"],
    ],
    "NoStore": header("The response must not be cached.", ["type": "string", "const": "no-store"]),
    "Vary": header("The request fields that select the response.", ["type": "string", "pattern": "^Authorization"]),
    "VaryByLanguage": header(
      "The language of the response was selected.", ["type": "string", "const": "Accept-Language"]),
    "NoSniff": header("The media type must not be guessed.", ["type": "string", "const": "nosniff"]),
    "PicturePolicy": header(
      "A picture contains its styles and loads nothing.",
      ["type": "string", "const": "default-src 'none'; style-src 'unsafe-inline'"]),
    "IdempotencyReplayed": [
      "description": "This is the earlier response to the same key and body.",
      "schema": ["type": "string", "const": "true"],
    ],
    "ContentDisposition": header(
      "The file name for saving the response.", ["type": "string", "pattern": "^attachment"]),
    "WWWAuthenticate": header("The required credentials.", ["type": "string", "pattern": "^Bearer"]),
    "SetCookie": header("The cookie `waymark`.", ["type": "string", "pattern": "^waymark="]),
    "SetChallenge": header(
      "The cookie `waymark_passkey`.", ["type": "string", "pattern": "^waymark_passkey="]),
    "Location": header("The next page.", ["type": "string"]),
    "Allow": header("The methods that the path supports.", ["type": "string"]),
    "RetryAfter": header("The number of seconds to wait before a retry.", ["type": "integer", "minimum": 0]),
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

  /// Whether the path names an object, which may be missing.
  var hasObject: Bool { parameters.contains(where: \.namesObject) }

  /// The response body, without the envelope that only the edge reads.
  var responseShape: Shape {
    var shape = reply()
    if case .gathered(let list) = success { shape.properties.removeAll { $0.name != list } }
    guard success == .written || success == .challenge else { return shape }
    return shape[property: "value"]?.shape ?? Shape("object")
  }
}
