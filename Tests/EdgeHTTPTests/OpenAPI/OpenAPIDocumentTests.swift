import API
import Foundation
import JSON
import Proto
import Testing

@testable import EdgeHTTP

@Suite("OpenAPI description")
struct OpenAPIDocumentTests {
  private let document: [String: Any]
  private let paths: [String: [String: [String: Any]]]
  private let components: [String: [String: Any]]

  init() throws {
    let text = OpenAPIDocument.document(Endpoints.all).json
    document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let holder = try #require(document["components"] as? [String: Any])
    components = try #require(holder["schemas"] as? [String: [String: Any]])
  }

  @Test("Has exactly the paths and verbs of the endpoint table")
  func rows() {
    let described = paths.flatMap { path, operations in operations.keys.map { "\($0) \(path)" } }
    let table = Endpoints.all.map { "\($0.verb.text.lowercased()) \(Endpoints.base)\($0.path)" }
    #expect(described.filter { $0.contains(Endpoints.base) }.sorted() == table.sorted())
    #expect(
      Set(paths.keys.filter { !$0.hasPrefix("/api") }) == [
        "/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/visitor", "/s/{secret}.svg", "/s/{secret}.json",
      ])
  }

  @Test("An operation has exactly the statuses of its endpoint")
  func statuses() throws {
    for endpoint in Endpoints.all {
      let responses = try #require(try operation(endpoint)["responses"] as? [String: Any])
      let expected = endpoint.statuses + Responses.errors(endpoint) + (endpoint.isTagged ? [304] : [])
      #expect(responses.keys.compactMap { Int($0) }.sorted() == expected.sorted(), "\(endpoint.path)")
    }
  }

  @Test("Calls with texts have the field Accept-Language, and no body has a language")
  func languages() throws {
    for endpoint in Endpoints.all {
      let parameters = try operation(endpoint)["parameters"] as? [[String: Any]] ?? []
      let fields = parameters.filter { $0["in"] as? String == "header" }.compactMap { $0["name"] as? String }
      #expect(fields.contains("Accept-Language") == endpoint.isTranslated, "\(endpoint.path)")
    }
    for (name, schema) in components where name.hasSuffix("Input") {
      #expect((schema["properties"] as? [String: Any])?["lang"] == nil, "\(name)")
    }
    let link = try #require(paths["/s/{secret}.svg"]?["get"]?["parameters"] as? [[String: Any]])
    #expect(link.compactMap { $0["name"] as? String } == ["secret", "lang", "Accept-Language"])
  }

  @Test("Every reference resolves")
  func references() throws {
    var found: Set<String> = []
    func visit(_ value: Any) {
      if let object = value as? [String: Any] {
        if let reference = object["$ref"] as? String { found.insert(reference) }
        object.values.forEach(visit)
      } else if let list = value as? [Any] {
        list.forEach(visit)
      }
    }
    visit(document)
    #expect(!found.isEmpty)
    for reference in found {
      var place: Any? = document
      for name in reference.split(separator: "/").dropFirst() { place = (place as? [String: Any])?[String(name)] }
      #expect(place != nil, "\(reference)")
    }
  }

  @Test("Every object has a valid name, and none is nested inline")
  func componentNames() throws {
    let names = components.keys.sorted()
    #expect(names.count > 60)
    let odd = names.filter { name in
      name.wholeMatch(of: /[A-Z][A-Za-z]{2,39}/) == nil || name.contains("Reply") || name.contains("Fetch")
    }
    #expect(odd == [])
    var inline: [String] = []
    func visit(_ value: Any, _ place: String) {
      if let object = value as? [String: Any] {
        if object["properties"] is [String: Any], object["type"] != nil { inline.append(place) }
        for (key, value) in object where key != "example" { visit(value, "\(place)/\(key)") }
      } else if let list = value as? [Any] {
        for value in list { visit(value, place) }
      }
    }
    visit(document["paths"] as Any, "paths")
    for (name, schema) in components where !name.hasSuffix("Problem") || name == "BatchProblem" {
      visit(schema["properties"] as Any, name)
    }
    #expect(inline == [])
  }

  @Test("Describes every member, operation and parameter")
  func descriptions() throws {
    var bare: [String] = []
    func visit(_ described: [String: Any], _ place: String) {
      if (described["description"] as? String ?? "").isEmpty { bare.append(place) }
    }
    for (name, schema) in components where name != "Problem" && name != "ValidationProblem" {
      for (member, described) in schema["properties"] as? [String: [String: Any]] ?? [:] {
        visit(described, "\(name).\(member)")
      }
    }
    for (path, operations) in paths where path.hasPrefix(Endpoints.base) {
      for (verb, operation) in operations {
        visit(operation, "\(verb) \(path)")
        for parameter in operation["parameters"] as? [[String: Any]] ?? [] {
          visit(parameter, "\(verb) \(path): \(parameter["name"] as? String ?? "")")
        }
      }
    }
    #expect(bare.sorted() == [])
  }

  @Test("Describes only existing members")
  func notes() {
    var described = Set<String>()
    for schema in components.values {
      for (member, property) in schema["properties"] as? [String: [String: Any]] ?? [:] {
        described.insert("\(member): \(property["description"] as? String ?? "")")
      }
    }
    var lost = Set<String>()
    func visit(_ shape: Shape) {
      // The deprecated name of a member is accepted but not described.
      let members = shape.members.filter { $0.value.otherName == nil }
      lost.formUnion(members.map { "\($0): \($1.words)" }.filter { !described.contains($0) })
      for inner in shape.properties.map(\.shape) + shape.items + shape.additional { visit(inner) }
    }
    for endpoint in Endpoints.all {
      visit(endpoint.argument())
      visit(endpoint.reply())
    }
    #expect(!described.isEmpty && lost.sorted() == [])
  }

  @Test("Only responses with figures or images have an ETag")
  func tags() {
    let figures = [
      "/analytics/", "/insights", "/diversity/", "/rucks", "/achievements", "/goals", "/review/",
      "/export/report.pdf", "/widget",
    ]
    for endpoint in Endpoints.all {
      let isFigure = endpoint.verb == .get && figures.contains { endpoint.path.hasPrefix($0) }
      let isImage = endpoint.success == .image
      #expect(endpoint.isTagged == (isFigure || isImage), "\(endpoint.verb.text) \(endpoint.path)")
    }
  }

  @Test("The bounds of parameters equal the enforced bounds")
  func parameterBounds() {
    #expect(Bound.longestCursor == Limits.cursorBytes)
    guard case .text(let lengths, _) = Bound.id else { Issue.record("an id has a length"); return }
    #expect(lengths == 1...Limits.idBytes)
  }

  @Test("Request bodies have the bounds of the rules, and responses have every member")
  func bounds() throws {
    let story = try #require(Endpoints.all.first { $0.path == "/stories/{id}" && $0.verb == .put })
    let body = try schema(try operation(story)["requestBody"])
    #expect(body["required"] as? [String] == ["title", "estimatedDuration"])
    let members = try #require(body["properties"] as? [String: [String: Any]])
    #expect(members["title"]?["maxLength"] as? Int == 500 && members["title"]?["minLength"] as? Int == 1)
    #expect(members["heroId"]?["maxLength"] as? Int == 128 && members["heroId"]?["pattern"] != nil)
    #expect(members["estimatedDuration"]?["exclusiveMinimum"] as? Int == 0)
    let responses = try #require(try operation(story)["responses"] as? [String: Any])
    let response = try schema(responses["200"])
    #expect((response["required"] as? [String])?.contains("heroId") == true)
    // The goals of today have no year.
    let goals = try #require(Endpoints.all.first { $0.path == "/goals" })
    let listed = try #require(try operation(goals)["responses"] as? [String: Any])
    #expect(try schema(listed["200"])["required"] as? [String] == ["goals"])
  }

  @Test("A merge patch can clear only optional members")
  func patches() throws {
    let patch = try #require(Endpoints.all.first { $0.path == "/analytics/sessions/{id}" && $0.verb == .patch })
    let body = try schema(try operation(patch)["requestBody"])
    let members = try #require(body["properties"] as? [String: [String: Any]])
    #expect(members["endedAt"]?["type"] as? String == "string" && members["completed"]?["type"] as? String == "boolean")
    #expect(members["duration"]?["type"] as? [String] == ["number", "null"])
    #expect(body["required"] == nil)
  }

  @Test("Every request body and every response body has an example")
  func examples() throws {
    for endpoint in Endpoints.all {
      let operation = try operation(endpoint)
      if endpoint.takesBody { #expect(try media(operation["requestBody"])["example"] != nil, "\(endpoint.path)") }
      guard endpoint.success == .value || endpoint.success == .written else { continue }
      let responses = try #require(operation["responses"] as? [String: Any])
      for status in endpoint.statuses {
        let media = try media(responses[String(status)])
        let example = try #require(media["example"] as? [String: Any], "\(endpoint.path)")
        let required = resolved(media["schema"])?["required"] as? [String] ?? []
        let known = try #require(resolved(media["schema"])?["properties"] as? [String: Any])
        #expect(Set(example.keys).isSuperset(of: required), "\(endpoint.path)")
        #expect(Set(example.keys).isSubset(of: known.keys), "\(endpoint.path)")
      }
    }
  }

  private func operation(_ endpoint: Endpoint) throws -> [String: Any] {
    try #require(paths[Endpoints.base + endpoint.path]?[endpoint.verb.text.lowercased()], "\(endpoint.path)")
  }

  private func media(_ holder: Any?) throws -> [String: Any] {
    let content = try #require((holder as? [String: Any])?["content"] as? [String: Any])
    let form = content["application/x-www-form-urlencoded"]
    return try #require((content["application/json"] ?? form) as? [String: Any])
  }

  private func schema(_ holder: Any?) throws -> [String: Any] {
    try #require(resolved(try media(holder)["schema"]))
  }

  /// Returns the schema, or the component that it references.
  private func resolved(_ schema: Any?) -> [String: Any]? {
    guard let schema = schema as? [String: Any] else { return nil }
    guard let reference = schema["$ref"] as? String else { return schema }
    return reference.split(separator: "/").last.flatMap { components[String($0)] }
  }
}
