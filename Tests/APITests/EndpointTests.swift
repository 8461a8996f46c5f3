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

  @Test("Only signing in needs no credentials, and what could be guessed with it is limited")
  func credentials() {
    func names(_ isIncluded: (Endpoint) -> Bool) -> [String] {
      Endpoints.all.filter(isIncluded).map { "\($0.verb.text) \($0.path)" }
    }
    let passkey = ["POST /session/passkey/options", "POST /session/passkey"]
    let provider = ["GET /session/oidc/callback", "POST /session/oidc/logout"]
    let open = ["POST /setup", "POST /session", "POST /session/invitation"]
    #expect(Set(names(\.isForAnybody)) == Set(open + passkey + provider))
    #expect(names(\.hasOptionalCredentials) == ["GET /session", "GET /session/oidc"])
    let guessed = open + ["PUT /account/password", "POST /session/confirm", passkey[1], provider[0]]
    #expect(Set(names(\.limitsAttempts)) == Set(guessed))
    for endpoint in Endpoints.all {
      if let name = endpoint.makerName { #expect(endpoint.argument()[property: name] != nil) }
      #expect((endpoint.argument()[property: "visitor"] != nil) == endpoint.knowsVisitor, "\(endpoint.path)")
      #expect(!endpoint.needsBrowser || endpoint.makerName == "maker", "\(endpoint.path)")
    }
  }

  @Test("Calls with texts accept a language, and only pictures and documents have it as a parameter")
  func languages() {
    let translated = Endpoints.all.filter(\.isTranslated)
    #expect(translated.count > 25)
    for endpoint in Endpoints.all {
      let (name, path) = (Parameter.languageName, endpoint.path)
      #expect((endpoint.argument()[property: name] != nil) == endpoint.isTranslated, "\(path)")
      let isDrawn =
        switch endpoint.success {
        case .media(let type): type == .svg || type == .pdf
        case .image: true
        default: false
        }
      #expect(endpoint.parameters.contains { $0.name == name } == isDrawn, "\(path)")
      #expect(!isDrawn || endpoint.isTranslated, "\(path)")
    }
  }

  @Test("Calls that wait for other servers have more time")
  func outgoing() {
    let names = Endpoints.all.filter(\.callsOthers).map { "\($0.verb.text) \($0.path)" }
    let connections = ["POST /connections", "PATCH /connections/{id}"]
    let covers = ["PUT /works/{id}/cover", "PUT /stories/{id}/cover"]
    #expect(names == connections + ["POST /webhooks/{id}/test", "GET /lookup"] + covers)
  }

  @Test("A body that is an image is a member of the call's argument, and only covers have one")
  func images() {
    let endpoints = Endpoints.all.filter { $0.image != nil }
    #expect(endpoints.map { "\($0.verb.text) \($0.path)" } == ["PUT /works/{id}/cover", "PUT /stories/{id}/cover"])
    for endpoint in endpoints {
      #expect(endpoint.takesBody && endpoint.mayConflict && endpoint.argument()[property: ImageBody.member] != nil)
      #expect(endpoint.image?.types == ["image/jpeg", "image/png", "image/webp"])
      #expect(endpoint.image?.mostBytes == 1 << 20)
    }
    let images = Endpoints.all.filter { $0.success == .image }
    #expect(images.map(\.path) == ["/works/{id}/cover", "/stories/{id}/cover"] && images.allSatisfy(\.isTagged))
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
