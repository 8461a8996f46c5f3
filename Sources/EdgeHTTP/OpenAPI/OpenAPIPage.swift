import API

/// `/openapi.json`, made when it is first asked for.
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
      [UInt8](OpenAPIDocument.document(endpoints, server: server).text.utf8),
      bodyFields: FieldLines.line("Content-Type", "application/json"))
    made = page
    return page
  }
}
