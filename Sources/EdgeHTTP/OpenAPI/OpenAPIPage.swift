import API
import JSON

/// `/openapi.json`, built at the first request.
final class OpenAPIPage {
  private let endpoints: [Endpoint]
  private let server: String
  private var made: FixedPage?

  init(_ endpoints: [Endpoint], server: String) {
    self.endpoints = endpoints
    self.server = server
  }

  func page() -> FixedPage {
    if let made { return made }
    let page = FixedPage(
      OpenAPIDocument.document(endpoints, server: server).bytes,
      bodyFields: FieldLines.line("Content-Type", "application/json"))
    made = page
    return page
  }
}
