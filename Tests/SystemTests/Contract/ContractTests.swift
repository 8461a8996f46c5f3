import API
import Foundation
import JSON
import Proto
import Testing

@testable import EdgeHTTP

extension SystemTests {
  @Suite("Contract between edge and services")
  struct ContractTests {
    private struct Described {
      var argument: NSDictionary
      var result: NSDictionary
    }

    @Test("The table, the live description and `rpc.describe` of the live services agree")
    func agreement() throws {
      let stack = try Stack()
      let response = try HTTPClient(port: stack.port).get("/openapi.json")
      #expect(response.text == OpenAPIDocument.document(Endpoints.all).json)
      let paths = try #require(response.object["paths"] as? [String: [String: [String: Any]]])
      // Endpoints that the edge serves itself have no method.
      let calls = Endpoints.all.filter { $0.service != EdgeAPI.service }
      let services = Set(calls.map(\.service))
      let described = try Dictionary(uniqueKeysWithValues: services.map { ($0, try methods(of: $0, stack)) })
      for endpoint in calls {
        let name = "\(endpoint.verb.text) \(endpoint.path) by \(endpoint.method)"
        let method = try #require(described[endpoint.service]?[endpoint.method], "\(name)")
        #expect(method.argument == (try json(endpoint.argument())), "\(name)")
        #expect(method.result == (try json(endpoint.reply())), "\(name)")
        let operation = try #require(paths[Endpoints.base + endpoint.path]?[endpoint.verb.text.lowercased()], "\(name)")
        let statuses = try #require(operation["responses"] as? [String: Any]).keys.compactMap { Int($0) }
        #expect(statuses.filter { $0 < 400 && $0 != 304 }.sorted() == endpoint.statuses, "\(name)")
      }
      let operations = paths.filter { $0.key.hasPrefix(Endpoints.base) }.flatMap { $0.value.keys }.count
      #expect(operations == Endpoints.all.count)
    }

    private func methods(of service: String, _ stack: Stack) throws -> [String: Described] {
      let result = try stack.command("call", service, "--json")
      #expect(result.code == 0, "\(result.errors)")
      let reply = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let entries = try #require(reply?["methods"] as? [[String: Any]])
      return try Dictionary(
        uniqueKeysWithValues: entries.map { entry in
          let argument = try #require(entry["argument"] as? NSDictionary)
          let result = try #require(entry["result"] as? NSDictionary)
          return (try #require(entry["method"] as? String), Described(argument: argument, result: result))
        })
    }

    /// A shape as received.
    private func json(_ shape: Shape) throws -> NSDictionary {
      let text = try Transcode.json(fromCBOR: try CBOREncoder.encode(shape))
      return try #require(try JSONSerialization.jsonObject(with: Data(text)) as? NSDictionary)
    }
  }
}
