import API

/// `/openapi.json`, made when it is first asked for.
final class OpenAPIPage {
  private let endpoints: [Endpoint]
  private var made: FixedPage?

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
  }

  func page() -> FixedPage {
    if let made { return made }
    let page = FixedPage(FieldLines.json, OpenAPIDocument.document(endpoints).text)
    made = page
    return page
  }
}
