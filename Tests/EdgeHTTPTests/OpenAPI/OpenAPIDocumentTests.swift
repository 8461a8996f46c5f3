import Foundation
import Testing

@testable import EdgeHTTP

@Suite("The description of the interface")
struct OpenAPIDocumentTests {
  private let document: [String: Any]
  private let paths: [String: [String: [String: Any]]]

  init() throws {
    let text = OpenAPIDocument.document(Endpoints.all).text
    document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
  }

  @Test("It has the rows of the table, and no other path or verb under the base")
  func rows() {
    let described = paths.flatMap { path, operations in operations.keys.map { "\($0) \(path)" } }
    let table = Endpoints.all.map { "\($0.verb.text.lowercased()) \(Endpoints.base)\($0.path)" }
    #expect(described.filter { $0.contains(Endpoints.base) }.sorted() == table.sorted())
    #expect(
      Set(paths.keys.filter { !$0.hasPrefix("/api") }) == ["/", "/healthz", "/readyz", "/metrics", "/openapi.json"])
  }

  @Test("An operation has the statuses that its row has, and no others")
  func statuses() throws {
    for endpoint in Endpoints.all {
      let responses = try #require(try operation(endpoint)["responses"] as? [String: Any])
      let expected = endpoint.statuses + Responses.errors(endpoint) + (endpoint.isTagged ? [304] : [])
      #expect(responses.keys.compactMap { Int($0) }.sorted() == expected.sorted(), "\(endpoint.path)")
    }
  }

  @Test("Whatever is referred to is there")
  func references() throws {
    var found: Set<String> = []
    func look(_ value: Any) {
      if let object = value as? [String: Any] {
        if let reference = object["$ref"] as? String { found.insert(reference) }
        object.values.forEach(look)
      } else if let list = value as? [Any] {
        list.forEach(look)
      }
    }
    look(document)
    #expect(!found.isEmpty)
    for reference in found {
      var place: Any? = document
      for name in reference.split(separator: "/").dropFirst() { place = (place as? [String: Any])?[String(name)] }
      #expect(place != nil, "\(reference)")
    }
  }

  @Test("A body states the bounds that the rules have, and an answer every member")
  func bounds() throws {
    let story = try #require(Endpoints.all.first { $0.path == "/stories/{id}" && $0.verb == .put })
    let body = try schema(try operation(story)["requestBody"])
    #expect(body["required"] as? [String] == ["title", "estimatedDuration"])
    let members = try #require(body["properties"] as? [String: [String: Any]])
    #expect(members["title"]?["maxLength"] as? Int == 500 && members["title"]?["minLength"] as? Int == 1)
    #expect(members["heroId"]?["maxLength"] as? Int == 128 && members["heroId"]?["pattern"] != nil)
    #expect(members["estimatedDuration"]?["exclusiveMinimum"] as? Int == 0)
    let responses = try #require(try operation(story)["responses"] as? [String: Any])
    let told = try schema(responses["200"])
    #expect((told["required"] as? [String])?.contains("heroId") == true)
  }

  @Test("A merge patch may clear what is optional, and nothing else")
  func patches() throws {
    let patch = try #require(Endpoints.all.first { $0.path == "/analytics/sessions/{id}" && $0.verb == .patch })
    let body = try schema(try operation(patch)["requestBody"])
    let members = try #require(body["properties"] as? [String: [String: Any]])
    #expect(members["endedAt"]?["type"] as? String == "string" && members["completed"]?["type"] as? String == "boolean")
    #expect(members["duration"]?["type"] as? [String] == ["number", "null"])
    #expect(body["required"] == nil)
  }

  @Test("Each operation that takes a body has an example of it, and each that tells something an example of that")
  func examples() throws {
    for endpoint in Endpoints.all {
      let operation = try operation(endpoint)
      if endpoint.takesBody { #expect(try media(operation["requestBody"])["example"] != nil, "\(endpoint.path)") }
      guard endpoint.success == .value || endpoint.success == .written else { continue }
      let responses = try #require(operation["responses"] as? [String: Any])
      for status in endpoint.statuses {
        let media = try media(responses[String(status)])
        let example = try #require(media["example"] as? [String: Any], "\(endpoint.path)")
        let required = (media["schema"] as? [String: Any])?["required"] as? [String] ?? []
        #expect(Set(example.keys) == Set(required), "\(endpoint.path)")
      }
    }
  }

  private func operation(_ endpoint: Endpoint) throws -> [String: Any] {
    try #require(paths[Endpoints.base + endpoint.path]?[endpoint.verb.text.lowercased()], "\(endpoint.path)")
  }

  private func media(_ holder: Any?) throws -> [String: Any] {
    let content = try #require((holder as? [String: Any])?["content"] as? [String: Any])
    return try #require(content["application/json"] as? [String: Any])
  }

  private func schema(_ holder: Any?) throws -> [String: Any] {
    try #require(try media(holder)["schema"] as? [String: Any])
  }
}
