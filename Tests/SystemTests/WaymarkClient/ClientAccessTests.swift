import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: sign-in, pictures and shares", .timeLimit(.minutes(10)))
  struct ClientAccessTests {
    private func address(_ stack: Stack) throws -> URL {
      try #require(URL(string: "http://127.0.0.1:\(stack.port)"))
    }

    private func client(_ stack: Stack, _ token: String) throws -> WaymarkClient {
      WaymarkClient(baseURL: try address(stack), tokens: .fixed(token), retries: .none)
    }

    private func code(_ stack: Stack) throws -> String {
      let link = try stack.command("sign-in", "--user", "ada").output.trimmingCharacters(in: .newlines)
      return try #require(link.components(separatedBy: "#code=").last)
    }

    private func text(_ picture: Data) -> String { String(decoding: picture, as: UTF8.self) }

    @Test("Returns every picture in the requested theme and width, and an error for a missing one")
    func pictures() async throws {
      let app = try App(Stack(), user: "ada")
      let day = CalendarDay(year: 2026, month: 1, day: 1)
      let axes: [DiversityDimension] = [.culturalOrigin, .gender, .translation, .ownVoices, .accessibility]
      let pictures: [Picture] = [
        .radar(), .radar(.allTime, axes: axes), .completion, .activity(), .activity(.year, of: .all),
        .activity(from: day, to: CalendarDay(year: 2026, month: 3, day: 31), of: .rucks), .timeline(months: 24), .rings,
        .rucks(weeks: 30), .achievement("bookworm"), .review(of: 2026),
        .review(of: CalendarMonth(year: 2026, month: 3)),
      ]
      for picture in pictures {
        let dark = text(try await app.client.picture(picture, theme: .dark, width: 640))
        #expect(dark.hasPrefix("<svg ") && dark.contains(#"width="640""#) && dark.contains("#1B1D21"), "\(picture)")
        let usual = text(try await app.client.picture(picture))
        #expect(usual.contains("prefers-color-scheme:dark") && usual.contains("</title>\n<desc>"), "\(picture)")
      }
      await #expect(throws: APIError.notFound) { try await app.client.picture(.achievement("nothing")) }
    }

    @Test("Revalidates a picture, renews it after a write, and returns it offline")
    func kept() async throws {
      let app = try App(Stack(), user: "ada")
      let answers = LastKnownStore(directory: URL(fileURLWithPath: app.folder.path + "/pictures"))
      let repository = PictureRepository(client: app.client, lastKnown: answers)
      let empty = try await repository.fetchPicture(.completion, theme: .light)
      #expect(try await repository.fetchPicture(.completion, theme: .light, forceRefresh: true).value == empty.value)
      #expect(app.network.statuses.last == 304)
      try await app.client.saveWork(Work(id: "dawn", title: "Dawn"))
      try await app.client.saveLibraryEntry("dawn", .init(status: .reading))
      let fuller = try await repository.fetchPicture(.completion, theme: .light)
      #expect(fuller.freshness == .live && fuller.value != empty.value)
      app.network.setOffline(true)
      let relaunched = PictureRepository(client: app.client, lastKnown: answers)
      let known = try await relaunched.fetchPicture(.completion, theme: .light)
      #expect(known.isOffline && known.value == fuller.value)
    }

    @Test("Signs in once even if the response is lost, and closes the browser session")
    func signIn() async throws {
      let stack = try Stack()
      let code = try code(stack)
      let network = FaultyTransport()
      network.loseResponses(1)
      let made = try await WaymarkClient.signIn(
        to: address(stack), code: code, name: "My phone", transport: network,
        retries: RetryPolicy(firstPauseSeconds: 0.01))
      #expect(network.statuses == [204, 204, 201, 204])
      let phone = try client(stack, made.token)
      #expect(try await phone.profile().userId == "ada")
      let tokens = try await phone.accessTokens().items
      #expect(tokens.map(\.name) == ["My phone"] && tokens.map(\.kind) == [.token] && tokens[0].isCurrent)
      #expect(tokens[0].id == made.info.id && tokens[0].scopes == [.read, .write])
      await #expect(throws: APIError.unauthorized) {
        try await WaymarkClient.signIn(to: address(stack), code: code, name: "Thief", transport: network)
      }
    }

    @Test("Creates a token, connects with it, and revoking it ends its stream of changes")
    func tokens() async throws {
      let stack = try Stack()
      let app = try App(stack, user: "ada")
      let end = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + 86_400).rounded(.down))
      let made = try await app.client.createToken(
        TokenDraft(name: "e-reader", kind: .device, scopes: [.read], expiresAt: end))
      #expect(made.info.kind == .device && made.info.scopes == [.read] && made.info.expiresAt == end)
      let scanned = try #require(ConnectLink(server: address(stack), token: made.token)?.url)
      let link = try #require(ConnectLink(scanned))
      let reader = try client(stack, link.token)
      #expect(link.server == (try address(stack)))
      #expect(try await reader.profile().userId == "ada")
      await #expect(throws: APIError.forbidden) { try await reader.saveHero("h", name: "H") }
      var changes = reader.changes().makeAsyncIterator()
      _ = try await changes.next()
      try await app.client.revokeToken(made.info.id)
      await #expect(throws: APIError.unauthorized) {
        while try await changes.next() != nil {}
      }
      await #expect(throws: APIError.unauthorized) { try await reader.profile() }
      #expect(try await app.client.accessTokens().items.allSatisfy { $0.id != made.info.id })
      await #expect(throws: APIError.notFound) { try await app.client.revokeToken(made.info.id) }
    }

    @Test("Links to a badge and a picture work without a token until they are deleted")
    func shares() async throws {
      let stack = try Stack()
      let app = try App(stack, user: "ada")
      let visitor = HTTPClient(port: stack.port)
      let badge = try await app.client.createShare(
        ShareDraft(picture: .badge, options: .init(metric: "booksThisYear")))
      let year = try await app.client.createShare(
        ShareDraft(picture: .activity, theme: .dark, options: .init(range: .year)))
      let rucks = try await app.client.createShare(ShareDraft(picture: .rucks, options: .init(unit: .miles)))
      #expect(try visitor.get(try #require(rucks.url).path).status == 200)
      try await app.client.deleteShare(rucks.id)
      let figures = try visitor.get(try #require(badge.figuresURL).path)
      #expect(figures.object.text("message") == "0" && figures.object.number("schemaVersion") == 1)
      let shown = try visitor.get(try #require(year.url).path)
      #expect(shown.body == (try await app.client.picture(.activity(.year), theme: .dark)))
      let listed = try await app.client.shares()
      #expect(Set(listed.items.map(\.id)) == [badge.id, year.id] && listed.items.allSatisfy { $0.url == nil })
      try await app.client.deleteShare(year.id)
      #expect(try visitor.get(try #require(year.url).path).status == 404)
      #expect(try await app.client.shares().items.map(\.picture) == [.badge])
      await #expect(throws: APIError.notFound) { try await app.client.deleteShare(year.id) }
    }
  }
}
