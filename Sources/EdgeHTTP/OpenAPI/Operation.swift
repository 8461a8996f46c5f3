import Proto

/// One endpoint as an operation of OpenAPI.
enum Operation {
  static func of(_ endpoint: Endpoint) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("operationId", .text(id(endpoint))), ("summary", .text(endpoint.summary)),
      ("tags", [.text(endpoint.path.split(separator: "/").first.map(String.init) ?? "")]),
    ]
    if !endpoint.details.isEmpty { members.append(("description", .text(endpoint.details))) }
    let parameters = endpoint.parameters.map(parameter) + headers(endpoint)
    if !parameters.isEmpty { members.append(("parameters", .list(parameters))) }
    if endpoint.takesBody { members.append(("requestBody", body(endpoint))) }
    members.append(("responses", .object(responses(endpoint))))
    return .object(members)
  }

  /// `GET /analytics/sessions/{id}` is `getAnalyticsSessionsById`.
  static func id(_ endpoint: Endpoint) -> String {
    endpoint.path.split(separator: "/").reduce(into: endpoint.verb.text.lowercased()) { id, segment in
      let isParameter = segment.hasPrefix("{")
      let name = isParameter ? segment.dropFirst().dropLast() : segment
      id += (isParameter ? "By" : "") + name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  private static func parameter(_ parameter: Parameter) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .text(parameter.name)), ("in", parameter.place == .path ? "path" : "query"),
      ("required", .bool(parameter.isRequired)), ("schema", schema(parameter.kind)),
    ]
    if !parameter.details.isEmpty { members.append(("description", .text(parameter.details))) }
    return .object(members)
  }

  private static func schema(_ kind: Parameter.Kind) -> JSONValue {
    switch kind {
    case .id: ["type": "string", "minLength": 1, "maxLength": 128, "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._:-]+$"]
    case .text: ["type": "string"]
    case .day: ["type": "string", "format": "date"]
    case .integer(let range):
      ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    case .choice(let choices): ["type": "string", "enum": .list(choices.map { .text($0) })]
    }
  }

  private static func headers(_ endpoint: Endpoint) -> [JSONValue] {
    var headers: [JSONValue] = []
    if endpoint.verb == .post {
      headers.append([
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "The same key and body give the first answer again, for a day at least.",
        "schema": ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"],
      ])
    }
    if endpoint.isTagged {
      headers.append([
        "name": "If-None-Match", "in": "header", "required": false,
        "description": "Tags of answers that the client has.", "schema": ["type": "string"],
      ])
    }
    return headers
  }

  private static func body(_ endpoint: Endpoint) -> JSONValue {
    var shape = endpoint.argument()
    // What the path and the query give is not the body's.
    shape.properties.removeAll { property in endpoint.parameters.contains { $0.name == property.name } }
    var media: [(String, JSONValue)] = [("schema", raw(shape))]
    if let example = endpoint.example { media.append(("example", .raw([UInt8](example.utf8)))) }
    let type = endpoint.verb == .patch ? "application/merge-patch+json" : "application/json"
    var content: [(String, JSONValue)] = [(type, .object(media))]
    if endpoint.verb == .patch { content.append(("application/json", .object(media))) }
    return ["required": true, "content": .object(content)]
  }

  private static func responses(_ endpoint: Endpoint) -> [(String, JSONValue)] {
    var responses: [(String, JSONValue)] = []
    switch endpoint.success {
    case .nothing, .done: responses.append(("204", ["description": "Done."]))
    case .download:
      let text: JSONValue = ["schema": ["type": "string"]]
      let list: JSONValue = ["schema": ["type": "array", "items": ["type": "object"]]]
      responses.append(
        ("200", ["description": "All of it.", "content": ["text/csv": text, "application/json": list]]))
    case .value: responses.append(("200", ["description": "The answer.", "content": json(endpoint.reply())]))
    case .written:
      let shape = endpoint.reply().properties.first { $0.name == "value" }?.shape ?? Shape("object")
      responses.append(("200", ["description": "There was one already.", "content": json(shape)]))
      responses.append(("201", ["description": "Made.", "content": json(shape)]))
    }
    if endpoint.isTagged { responses.append(("304", ["description": "As the client has it."])) }
    var errors = ["400", "401", "403"]
    if !endpoint.parameters.filter({ $0.place == .path }).isEmpty { errors.append("404") }
    if endpoint.takesBody { errors += ["411", "413", "415"] }
    if endpoint.takesBody || !endpoint.parameters.isEmpty { errors.append("422") }
    for error in errors { responses.append((error, ["$ref": "#/components/responses/Problem"])) }
    responses.append(("503", ["$ref": "#/components/responses/Away"]))
    return responses
  }

  private static func json(_ shape: Shape) -> JSONValue {
    ["application/json": ["schema": raw(shape)]]
  }

  /// A shape writes itself as a JSON Schema.
  private static func raw(_ shape: Shape) -> JSONValue {
    guard let bytes = try? CBOREncoder.encode(shape) else { return ["type": "object"] }
    var text: [UInt8] = []
    var transcoder = CBORToJSON()
    let isWritten = bytes.withUnsafeBytes { (try? transcoder.append($0, to: &text)) != nil }
    return isWritten ? .raw(text) : ["type": "object"]
  }
}
