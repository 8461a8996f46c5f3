import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  /// The examples of the library's pages. A test compares them line by line.
  @Suite("Client library: examples of its pages")
  struct ClientExamplesTests {
    let stack: Stack
    let folder: TemporaryFolder
    let keychain: Keychain
    let start = OneDay.recent(seconds: 600)

    struct Keychain: Sendable {
      var secret: String
      func token() async throws -> String { secret }
    }

    init() throws {
      stack = try Stack()
      folder = try TemporaryFolder()
      keychain = Keychain(secret: try stack.client(user: "ada").token ?? "")
      let http = HTTPClient(port: stack.port, token: keychain.secret)
      let story = #"{"title": "The Engine", "estimatedDuration": 3600}"#
      #expect(try http.put("/api/v1/stories/story-1", story).status == 201)
    }

    private func client() throws -> WaymarkClient {
      let address = try #require(URL(string: "http://127.0.0.1:\(stack.port)"))
      return WaymarkClient(baseURL: address, tokens: .fixed(keychain.secret))
    }

    private var answers: LastKnownStore {
      LastKnownStore(directory: URL(fileURLWithPath: folder.path).appending(path: "answers"))
    }

    @Test("Exports and deletes the account")
    func account() async throws {
      let client = try client()
      try await client.exportAccount(to: URL.temporaryDirectory.appending(path: "waymark-account.json"))
      let file = URL.temporaryDirectory.appending(path: "waymark-account.json")
      #expect(try String(contentsOf: file, encoding: .utf8).contains("The Engine"))
      try FileManager.default.removeItem(at: file)
      try await client.deleteAccount()
      await #expect(throws: APIError.unauthorized) { try await client.profile() }
    }

    @Test("The first example reads a summary and reports a session")
    func first() async throws {
      let keychain = keychain
      let address = try #require(URL(string: "http://127.0.0.1:\(stack.port)"))
      let files = URL(fileURLWithPath: folder.path).appending(path: "waymark/ada")
      let client = WaymarkClient(
        baseURL: address,
        tokens: AccessTokens { _ in try await keychain.token() })
      let repository = ReadingJourneyRepository(
        client: client,
        lastKnown: LastKnownStore(directory: files.appending(path: "answers")),
        queue: try OfflineQueue(file: files.appending(path: "sessions.log")))

      let summary = try await repository.fetchSummary()
      print(summary.totalPlayCount, summary.currentStreak)  // members of AnalyticsSummary
      if summary.isOffline { print("as of", summary.asOf) }

      try await repository.reportSession(
        SessionReport(storyId: "story-1", startedAt: start, endedAt: .now, completed: true, duration: 412))
      #expect(try await repository.fetchSummary().totalListeningTime == 412)
    }

    @Test("The player example makes every call")
    func player() async throws {
      let repository = ReadingJourneyRepository(client: try client())
      let reporter = SessionReporter(repository: repository)

      reporter.play(storyId: "story-1")  // also for another story, or after a pause
      reporter.pause()
      reporter.resume()
      reporter.seek()  // the position was moved
      reporter.replay()  // from the beginning; another play
      reporter.finish()  // played to its end
      reporter.enterBackground()  // reports now, because the system may end the app
      reporter.stop()  // the player is closed
      await reporter.flush()
      let sessions = try await client().sessions()
      #expect(sessions.items.allSatisfy { $0.storyId == "story-1" })
    }

    @Test("The ruck example records a ruck and celebrates its records")
    func rucks() async throws {
      let client = try client()
      var celebrations = 0
      func celebrate() { celebrations += 1 }
      let rucks = AnalyticsRepository(client: client, lastKnown: answers)  // the store that all repositories share
      let ruck = try await rucks.recordRuck(
        RuckReport(startedAt: start, endedAt: .now, distance: 10_000, loadWeight: 20, movingTime: 5_400))

      let month = try await rucks.fetchAnalyticsData(for: .monthly)
      let records = try await rucks.fetchPersonalRecords()
      if !records.value.held(by: ruck.id).isEmpty { celebrate() }
      #expect(celebrations == 1)
      #expect(month.value.totalDistance == 10_000)
    }

    @Test("The queue example reports a ruck and empties the queue")
    func offline() async throws {
      let client = try client()
      let files = URL(fileURLWithPath: folder.path)
      let report = RuckReport(startedAt: start, endedAt: .now, distance: 10_000, loadWeight: 20)
      let account = AccountFiles(in: files, server: client.baseURL, user: "ada")
      let queue = try account.queue()
      let walks = AnalyticsRepository(client: client, lastKnown: account.lastKnown, queue: queue)
      switch try await walks.reportRuck(report) {
      case .stored(let ruck): print("stored as", ruck.id)
      case .queued: print("will be sent later")
      }
      try await queue.upload(through: client)
      for rejection in await queue.rejectedItems {
        print(rejection.item.kind, rejection.errors.map(\.message))
        try await queue.dismiss(rejection)  // or retry(_:), or correct(_:as:)
      }
      #expect(try await client.rucks().items.count == 1)
      #expect(await queue.isEmpty)
    }

    @Test("The insights example sets a goal")
    func insights() async throws {
      let client = try client()
      let insights = InsightsRepository(client: client, lastKnown: answers)
      let year = try await insights.fetchInsights(for: .year)
      print(year.value.headline())  // "Exploring 4 cultures across 7 books"
      try await insights.setGoal(.annualReading, target: 20)
      let badges = try await insights.fetchAchievements()
      #expect(!badges.value.isEmpty)
      #expect(try await insights.fetchGoals().value.contains { $0.type == .annualReading && $0.target == 20 })
    }

    @Test("The reads example adds a read, makes its date less precise, and reads the book again")
    @MainActor
    func reads() async throws {
      let client = try client()
      _ = try await client.saveWork(Work(id: "kindred", title: "Kindred"))
      let reading = ReadingRepository(client: client, lastKnown: answers)
      let book = BookModel(workId: "kindred", repository: reading)
      await book.load()
      let added = try await book.add(
        BookReadReport(status: .finished, finishedOn: PartialDate("2019-05"), rating: 4.25, format: .print))
      try await book.change(added, BookReadPatch(finishedOn: .set(.year(2019))))
      for read in book.reads.value?.items ?? [] {
        print(read.status, Formatters().date(read.finishedOn))  // "May 2019", "2019", or a dash
      }
      try await book.readAgain()
      #expect(book.openRead != nil)
      if let open = book.openRead { try await book.delete(open) }
      #expect(try await client.read(added.id, of: "kindred").finishedOn == .year(2019))
      #expect(book.openRead == nil && book.reads.value?.items.count == 1)
    }

    @Test("The proposals example links two stories and dismisses one")
    @MainActor
    func proposals() async throws {
      let client = try client()
      for id in ["a", "b", "c", "d"] {
        let draft = StoryDraft(title: "Story \(id)", estimatedDuration: 60, authors: ["Octavia E. Butler"])
        _ = try await client.saveStory(id, draft)
      }
      let reading = ReadingRepository(client: client, lastKnown: answers)
      let shelf = LibraryModel(repository: reading, selectedStatus: .reading)
      await shelf.load()
      for match in shelf.matches.value?.items ?? [] {
        print(match.title, match.work?.title ?? "a new book", match.reason)
      }
      if let first = shelf.matches.value?.items.first { try await shelf.accept(first) }
      if let next = shelf.matches.value?.items.first { try await shelf.dismiss(next) }
      print(try await shelf.acceptAll(), "stories are linked")
      #expect(shelf.matches.value?.items.isEmpty == true)
      #expect(try await client.works().items.count == 3)
    }

    @Test("The settings example moves to another time zone and changes a target always")
    @MainActor
    func settings() async throws {
      let client = try client()
      let repository = ReadingJourneyRepository(client: client, lastKnown: answers)
      let insights = InsightsRepository(client: client, lastKnown: answers)
      let settings = SettingsModel(repository: repository)
      await settings.load()
      let profile = try await settings.change(
        ProfileChanges(timezone: "Asia/Tokyo", since: .day(CalendarDay(year: 2026, month: 2, day: 1))))
      for zone in profile.history?.timezone ?? [] {
        print(zone.since ?? .distantPast, zone.value)  // the first value has no since
      }
      try await insights.setGoal(.annualReading, target: 24, since: .always)
      print(try await insights.fetchGoals(of: 2025).value.map(\.target))
      #expect(profile.history?.timezone.map(\.value) == ["UTC", "Asia/Tokyo"])
      #expect(try await client.goals(of: 2025).first?.target == 24)
    }

    @Test("The in-memory transport example works without a server")
    func inMemory() async throws {
      @Sendable func sample(for url: URL) -> Data {
        let rules = #""timezone": "UTC", "dayStart": 0, "restDaysPerWeek": 0"#
        return Data(#"{"userId": "ada", \#(rules), "createdAt": "2026-01-01T00:00:00Z"}"#.utf8)
      }
      let transport = InMemoryTransport { request in
        HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: sample(for: request.url))
      }
      let client = WaymarkClient(
        baseURL: URL(string: "https://preview.invalid")!, tokens: .fixed("t"), transport: transport, retries: .none)
      #expect(try await client.profile().userId == "ada")
    }

    /// Responses of the in-memory transport for the examples of access.
    private static func sample(_ request: HTTPRequest) -> HTTPResponse {
      let json: HTTPHeaders = ["Content-Type": "application/json"]
      let made = #""createdAt": "2026-11-20T10:00:00Z", "expiresAt": null"#
      switch request.url.lastPathComponent {
      case "radar.svg":
        return HTTPResponse(status: 200, headers: ["Content-Type": "image/svg+xml"], body: Data("<svg/>".utf8))
      case "shares":
        let share = #"{"id": "s", "url": "https://a.org/s/x.svg", "picture": "radar", \#(made)}"#
        return HTTPResponse(status: 201, headers: json, body: Data(share.utf8))
      case "tokens":
        let token = #""id": "k", "name": "E-reader", "kind": "device", "scopes": ["read"], "token": "abcd""#
        let body = "{\(token), \(made), \"lastUsedAt\": null, \"isCurrent\": false}"
        return HTTPResponse(status: 201, headers: json, body: Data(body.utf8))
      case "changes" where request.headers["Last-Event-ID"] == nil:
        let event = "id: 4\nevent: change\ndata: {\"seq\": 4, \"areas\": [\"diversity\"]}\n\n"
        return HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], body: Data(event.utf8))
      default:
        return HTTPResponse(status: 404)
      }
    }

    private var inMemory: WaymarkClient {
      get throws {
        let still = TimeSource(now: { Date() }, elapsed: { .zero }, sleep: { _ in })
        return WaymarkClient(
          baseURL: try #require(URL(string: "https://preview.invalid")), tokens: .fixed("t"),
          transport: InMemoryTransport { Self.sample($0) }, retries: .none, time: still)
      }
    }

    @Test("The example of pictures, shares and changes runs")
    func seen() async throws {
      let client = try inMemory
      let svg = try await client.picture(.radar(), theme: .dark, width: 600)
      let share = try await client.createShare(ShareDraft(picture: .radar, theme: .auto))
      if let link = share.url, let figures = share.figuresURL { print(svg.count, link, figures) }
      await #expect(throws: APIError.notFound) {
        for try await change in client.changes() {
          print(change.seq, change.areas.contains(.diversity))
        }
      }
    }

    @Test("The link example connects")
    func connects() async throws {
      let scanned = try #require(URL(string: "waymark://connect?url=https%3A%2F%2Fpreview.invalid&token=t"))
      guard let link = ConnectLink(scanned) else { return }
      let connected = try inMemory
      #expect(connected.baseURL == link.server)
      let made = try await connected.createToken(TokenDraft(name: "E-reader", kind: .device))
      print(link.server, made.token)
      #expect(made.token == "abcd")
    }

    @Test("The example of the browser sheet begins a sign-in")
    func sheet() async throws {
      // No program listens on this port.
      let server = try #require(URL(string: "http://127.0.0.1:1"))
      func openSheet(_ url: URL) async throws -> URL {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let state = try #require(items.first { $0.name == "state" }?.value)
        return try #require(URL(string: "waymark://signed-in?code=c0de&state=\(state)"))
      }
      let signIn = AppSignIn(server: server)
      let callback = try await openSheet(signIn.url)
      await #expect(throws: APIError.networkUnavailable) {
        let made = try await WaymarkClient.signIn(with: signIn, code: signIn.code(from: callback), name: "iPhone")
        print(made.token)
      }
    }

    /// Lines of the page that only apply to an app.
    private static let ownLines: Set = [
      #"baseURL: URL(string: "https://journey.example.org")!, // without /api/v1"#,
      #"let files = URL.applicationSupportDirectory.appending(path: "waymark/ada")"#,
      "import Foundation", "import WaymarkClient",
      "let connected = WaymarkClient(baseURL: link.server, tokens: .fixed(link.token))",
    ]

    @Test("Every line of the pages' examples is in this file, in its order")
    func sameLines() throws {
      let here = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n").map(plain)
      for (page, block) in try examples() where !isOfAnApp(block) {
        var rest = here[...]
        for line in block.lines.map(plain) where !line.isEmpty && !Self.ownLines.contains(line) {
          let found = rest.firstIndex(of: line)
          #expect(found != nil, "\(page):\(block.line): \(line)")
          rest = rest[((found ?? rest.startIndex - 1) + 1)...]
        }
      }
    }

    private func examples() throws -> [(page: String, block: FencedBlock)] {
      try ["docs/apps/client.md", "docs/apps/client-subjects.md"].flatMap { page in
        let blocks = try FencedBlock.all(on: page).filter { $0.language == "swift" }
        try #require(!blocks.isEmpty)
        return blocks.map { (page, $0) }
      }
    }

    /// Examples with SwiftUI, UIKit or a package manifest cannot be compiled here.
    private func isOfAnApp(_ block: FencedBlock) -> Bool {
      block.lines.contains { $0.contains(": View {") || $0.contains("UIImpact") || $0.contains(".package(") }
    }

    @Test("Every member that the pages' views use exists")
    func viewMembers() throws {
      let asked = try NSRegularExpression(pattern: #"\b(?:model|choice|words|data|trend|streak|badge)\.(\w+)"#)
      let library = try sources()
      for (page, block) in try examples() where isOfAnApp(block) {
        let text = block.lines.joined(separator: "\n")
        for match in asked.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
          let name = try #require(Range(match.range(at: 1), in: text).map { String(text[$0]) })
          let place = library.range(of: #"\b(?:var|let|func|case) \#(name)\b"#, options: .regularExpression)
          #expect(place != nil, "\(page):\(block.line): \(name)")
        }
      }
    }

    private func sources() throws -> String {
      let folder = Executable.repository.appendingPathComponent("Sources/WaymarkClient")
      let files = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }
      return try files.filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
    }

    private func plain(_ line: String) -> String {
      line.split(separator: " ").joined(separator: " ")
    }
  }
}
