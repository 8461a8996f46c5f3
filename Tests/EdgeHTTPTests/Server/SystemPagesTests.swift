import API
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite struct SystemPagesTests {
  let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
  }

  @Test("Readiness names each service, and is 503 while one is unavailable")
  func readiness() throws {
    let ready = try edge.send("GET", "/readyz", token: nil)
    #expect(ready.status == 200)
    #expect(
      (ready.json?["services"] as? [String: String])?.keys.sorted() == ["diversity", "milestone", "session", "stats"])
    edge.service.fault("health.check", Fault(.unavailable, "away"))
    let away = try edge.send("GET", "/readyz", token: nil)
    #expect(away.status == 503 && away.fields["retry-after"] != nil)
    #expect((away.json?["services"] as? [String: String])?["stats"] == "away")
    #expect(try edge.send("GET", "/healthz", token: nil).status == 200)
  }

  @Test("The description is OpenAPI 3.1, has every endpoint once, and does not change")
  func openAPI() throws {
    let response = try edge.send("GET", "/openapi.json", token: nil)
    let document = try #require(response.json)
    #expect((document["openapi"] as? String)?.hasPrefix("3.1") == true)
    let paths = try #require(document["paths"] as? [String: [String: NSDictionary]])
    for endpoint in Endpoints.all {
      let operation = paths["/api/v1" + endpoint.path]?[endpoint.verb.text.lowercased()]
      #expect(operation != nil, "\(endpoint.path)")
    }
    let ids = paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
    #expect(Set(ids).count == ids.count)
    let tag = try #require(response.fields["etag"])
    #expect(try edge.send("GET", "/openapi.json", fields: ["If-None-Match: \(tag)"]).status == 304)
  }

  @Test("Every example decodes as its endpoint's type")
  func examples() throws {
    for endpoint in Endpoints.all {
      guard let example = endpoint.example else { continue }
      let cbor = try transcoded([UInt8](example.utf8))
      let names = endpoint.argument().properties.map(\.name)
      let members = try CBORDecoder.decode([String: RawCBOR].self, from: cbor)
      for name in members.keys { #expect(names.contains(name), "\(endpoint.path): \(name)") }
    }
  }

  @Test("A path has the declared parameters in their order")
  func parameters() {
    for endpoint in Endpoints.all {
      let inPath = endpoint.path.split(separator: "{").dropFirst().map { part in part.prefix { $0 != "}" } }
      let declared = endpoint.parameters.filter { $0.place == .path }.map { Substring($0.name) }
      #expect(inPath == declared)
      let members = Set(endpoint.argument().properties.map(\.name))
      for parameter in endpoint.parameters { #expect(members.contains(parameter.name), "\(endpoint.path)") }
    }
  }

  @Test("Metrics have the text format of Prometheus")
  func metrics() throws {
    _ = try edge.send("GET", "/healthz", token: nil)
    let page = try edge.send("GET", "/metrics", token: nil)
    #expect(page.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    for name in ["waymark_http_requests_total", "waymark_http_request_duration_seconds_bucket", "waymark_upstream_up"] {
      #expect(page.body.contains("\n\(name){service=\"edge\""), "\(name)")
    }
  }

  @Test("The page has the metrics of each available service, each family once")
  func services() throws {
    let page = try edge.send("GET", "/metrics", token: nil).body
    #expect(page.components(separatedBy: "# TYPE waymark_rpc_calls_total counter\n").count == 2)
    #expect(page.components(separatedBy: "\nwaymark_rpc_calls_total 1").count == 5)
    #expect(page.contains("waymark_upstream_degraded{service=\"edge\",upstream=\"stats\"} 0\n"))
    edge.service.reply("health.check", Health(.degraded))
    edge.service.fault("metrics.scrape", Fault(.unavailable, "away"))
    let lesser = try edge.send("GET", "/metrics", token: nil).body
    #expect(!lesser.contains("waymark_rpc_calls_total"))
    #expect(lesser.contains("waymark_upstream_degraded{service=\"edge\",upstream=\"stats\"} 1\n"))
    #expect(lesser.contains("waymark_upstream_up{service=\"edge\",upstream=\"stats\"} 1\n"))
  }
}
