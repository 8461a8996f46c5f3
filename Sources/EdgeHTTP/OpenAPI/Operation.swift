import API
import JSON
import Proto

/// Describes one endpoint as an OpenAPI operation.
enum Operation {
  static func of(_ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("operationId", .text(id(endpoint))), ("summary", .text(endpoint.summary)),
      ("tags", [.text(endpoint.path.split(separator: "/").first.map(String.init) ?? "")]),
    ]
    let details = endpoint.details.isEmpty ? endpoint.summary : endpoint.details
    members.append(("description", .text(details)))
    if endpoint.isForAnybody { members.append(("security", [])) }
    if endpoint.hasOptionalCredentials { members.append(("security", [[:], ["bearer": []], ["cookie": []]])) }
    let parameters = endpoint.parameters.map(parameter) + headers(endpoint)
    if !parameters.isEmpty { members.append(("parameters", .list(parameters))) }
    if endpoint.takesBody { members.append(("requestBody", body(endpoint, components))) }
    if endpoint.takesFile { members.append(("requestBody", file)) }
    members.append(("responses", Responses.of(endpoint, components)))
    return .object(members)
  }

  /// `GET /analytics/sessions/{id}` is `getAnalyticsSessionsById`, `GET /review/{year}-{month}.svg` is
  /// `getReviewByYearAndMonthSvg`.
  static func id(_ endpoint: Endpoint) -> String {
    endpoint.path.split(separator: "/").reduce(into: endpoint.verb.text.lowercased()) { id, segment in
      let parts = segment.split(separator: ".")
      for part in parts {
        let isParameter = part.hasPrefix("{")
        let names = isParameter ? part.dropFirst().dropLast().split(separator: "}-{") : [part]
        id += (isParameter ? "By" : "")
        id += names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "And")
      }
    }
  }

  static func parameter(_ parameter: Parameter) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .text(parameter.name)), ("in", parameter.place == .path ? "path" : "query"),
      ("required", .bool(parameter.isRequired)), ("schema", schema(parameter.kind)),
    ]
    if !parameter.details.isEmpty { members.append(("description", .text(parameter.details))) }
    return .object(members)
  }

  private static func schema(_ kind: Parameter.Kind) -> JSONValue {
    switch kind {
    case .id: string(Bound.id)
    case .userId: string(Bound.userId)
    case .name(let names), .choice(let names): ["type": "string", "enum": .list(names.map { .text($0) })]
    case .cursor: string(Bound.cursor)
    case .list(let names, let count):
      // A pattern cannot express that no name repeats.
      string(.form(pattern(names, count)))
    case .day: ["type": "string", "format": "date"]
    case .text: ["type": "string", "maxLength": .integer(Limits.searchCharacters)]
    case .words(let lengths):
      ["type": "string", "minLength": .integer(lengths.lowerBound), "maxLength": .integer(lengths.upperBound)]
    // The limit is one of bytes, and a longer value may exceed the limit of the whole target first.
    case .opaque: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .integer(let range): .object([("type", "integer")] + Bound.range(range).members)
    case .month: ["type": "string", "pattern": "^(0[1-9]|1[0-2])$"]
    case .number(let range):
      ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    }
  }

  private static func string(_ bound: Bound) -> JSONValue { .object([("type", "string")] + bound.members) }

  private static func pattern(_ names: [String], _ count: ClosedRange<Int>) -> String {
    let one = "(\(names.joined(separator: "|")))"
    return "^\(one)(,\(one)){\(count.lowerBound - 1),\(count.upperBound - 1)}$"
  }

  private static func headers(_ endpoint: Endpoint) -> [JSONValue] {
    var headers: [JSONValue] = []
    if endpoint.verb == .post {
      headers.append([
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "A retry with the same key and body returns the first response, for at least a day.",
        "schema": ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"],
      ])
    }
    if endpoint.isTranslated {
      headers.append(acceptLanguage)
    }
    if endpoint.isStream {
      headers.append([
        "name": "Last-Event-ID", "in": "header", "required": false,
        "description": "The `id` of the last event that the client received. Takes precedence over `after`.",
        "schema": ["type": "string", "pattern": "^[0-9]{1,16}$"],
      ])
    }
    if endpoint.isTagged {
      headers.append([
        "name": "If-None-Match", "in": "header", "required": false,
        "description": "The tags of the client's copies.", "schema": ["type": "string"],
      ])
    }
    return headers
  }

  static let acceptLanguage: JSONValue = [
    "name": "Accept-Language", "in": "header", "required": false,
    "description": "The preferred languages of texts that people read. There are `en`, `de`, `fr` and `es`.",
    "schema": ["type": "string"], "example": "de-DE,de;q=0.9,en;q=0.8",
  ]

  private static let file: JSONValue = [
    "description": "The file's bytes. The server ignores the media type.", "required": true,
    "content": ["application/octet-stream": ["schema": bytes]],
  ]
  private static let bytes: JSONValue = ["type": "string", "contentMediaType": "application/octet-stream"]

  private static func body(_ endpoint: Endpoint, _ components: Components) -> JSONValue {
    var shape = endpoint.argument()
    // Members from the path and the query are not part of the body.
    shape.properties.removeAll { property in
      property.name == endpoint.makerName || endpoint.parameters.contains { $0.name == property.name }
    }
    if endpoint.image != nil { shape.properties.removeAll { $0.name == ImageBody.member } }
    if endpoint.knowsVisitor { shape.properties.removeAll { $0.name == "visitor" } }
    if endpoint.isTranslated { shape.properties.removeAll { $0.name == Parameter.languageName } }
    if endpoint.knowsOrigin { shape.properties.removeAll { $0.name == "origin" } }
    if endpoint.verb == .patch { shape = shape.asPatch }
    let schema = Schema(.request, components, each: endpoint.item?()).of(shape)
    var media: [(String, JSONValue)] = [("schema", schema)]
    if let example = endpoint.example { media.append(("example", .raw([UInt8](example.utf8)))) }
    if endpoint.takesForm {
      return ["required": true, "content": ["application/x-www-form-urlencoded": .object(media)]]
    }
    let content: [(String, JSONValue)] = [("application/json", .object(media))]
    guard endpoint.verb == .patch else {
      let images = (endpoint.image?.types ?? []).map { ($0, ["schema": bytes] as JSONValue) }
      return ["required": true, "content": .object(content + images)]
    }
    // Generators handle two content types with one schema badly, so only one is listed.
    let words: JSONValue = "A JSON merge patch. `application/merge-patch+json` is also accepted."
    return ["description": words, "required": true, "content": .object(content)]
  }
}
