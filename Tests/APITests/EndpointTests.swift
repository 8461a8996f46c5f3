import API
import Domain
import Proto
import Testing

@Suite("The rows of the REST table")
struct EndpointTests {
  @Test("Verb and path are unique")
  func rows() {
    let names = Endpoints.all.map { "\($0.verb.text) \($0.path)" }
    #expect(names.count > 70 && Set(names).count == names.count)
  }

  @Test("Reads require the scope read, and writes the scope write")
  func scopes() {
    for endpoint in Endpoints.all {
      // A browser with the scope read may still sign out.
      let isSignOut = endpoint.verb == .delete && endpoint.path == "/session"
      #expect(endpoint.scope == (endpoint.verb == .get || isSignOut ? .read : .write), "\(endpoint.path)")
    }
  }

  @Test("Only signing in needs no credentials, and only token calls receive the maker")
  func credentials() {
    let open = Endpoints.all.filter(\.isForAnybody).map { "\($0.verb.text) \($0.path)" }
    #expect(open == ["POST /session"])
    for endpoint in Endpoints.all {
      let isOfTokens = endpoint.path.hasPrefix("/session") || endpoint.path == "/tokens"
      #expect((endpoint.makerName != nil) == isOfTokens, "\(endpoint.path)")
      guard let name = endpoint.makerName else { continue }
      #expect(endpoint.argument()[property: name] != nil)
    }
  }

  @Test("Types have short titles in the OpenAPI document")
  func titles() {
    #expect(StatsAPI.FetchActivity.Reply.title == "Activity")
    #expect(SessionAPI.LibraryEntryReply.title == "LibraryEntry")
    #expect(DiversityRadar.Axis.title == "DiversityRadarAxis")
    #expect(Page<Hero>.title == "HeroPage")
  }

  @Test("Titles in the OpenAPI document are unique")
  func distinctTitles() {
    var known: [String: Shape] = [:]
    func visit(_ shape: Shape) {
      if let title = shape.title {
        var plain = shape
        plain.types.removeAll { $0 == "null" }
        #expect(known[title] == nil || known[title] == plain, "\(title)")
        known[title] = plain
      }
      for inner in shape.properties.map(\.shape) + shape.items + shape.additional { visit(inner) }
    }
    for endpoint in Endpoints.all {
      visit(endpoint.argument())
      visit(endpoint.reply())
      if let item = endpoint.item?() { visit(item) }
    }
    #expect(known.count > 90)
  }

  @Test("The parameters of a download determine its file name")
  func downloads() throws {
    let endpoint = try #require(Endpoints.all.first { $0.path == "/export" })
    let choice = try #require(endpoint.download?.choice)
    let names = endpoint.parameters.map(\.name)
    #expect(names.contains(choice.kind) && names.contains(choice.format))
    #expect(choice.exception == ("insights", "stats", "stats.exportMonths"))
    let account = try #require(Endpoints.all.first { $0.path == "/account/export" })
    #expect(account.success == .download && account.download?.choice == nil && account.parameters.isEmpty)
  }
}
