import Foundation
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Library model")
struct LibraryModelTests {
  private let time = ManualTime()
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let model: LibraryModel

  init() throws {
    server = TestServer(time: time)
    server.stub("GET library?limit=200", ReadBodies.page(ReadBodies.entry()))
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s1"), ReadBodies.match("s2", work: nil)))
    for story in ["s1", "s2", "s3"] {
      server.stub("POST matches/\(story)", ReadBodies.story(story))
      server.stub("DELETE matches/\(story)", status: 204, "")
    }
    scratch = try ScratchDirectory()
    model = Self.model(server.client(retries: .none), scratch.answers)
  }

  private static func model(_ client: WaymarkClient, _ answers: LastKnownStore) -> LibraryModel {
    LibraryModel(repository: ReadingRepository(client: client, lastKnown: answers))
  }

  private var proposed: [String]? { model.matches.value?.items.map(\.storyId) }

  private func loadedMatches() async throws -> [StoryMatch] {
    await model.load()
    return try #require(model.matches.value?.items)
  }

  private func body(_ request: HTTPRequest) -> String? {
    request.body.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Loads the books, then the proposals, and then shows cached values")
  func loads() async {
    #expect(model.library == .idle && model.matches == .idle)
    await model.load()
    #expect(model.library.value?.items.map(\.title) == ["Dawn"] && proposed == ["s1", "s2"])
    #expect(server.calls == ["GET library", "GET matches"])
    #expect(!model.isChanging && model.offlineSince == nil)
    await model.load()
    #expect(server.requests.count == 2)
    await model.refresh()
    #expect(server.requests.count == 4)
  }

  @Test("A new status loads only its books, and ignores a late response for the old one")
  func statuses() async {
    await model.load()
    server.stub("GET library?limit=200&status=reading", ReadBodies.page(ReadBodies.entry(status: "reading")))
    server.stub("GET library?limit=200&status=abandoned", ReadBodies.page())
    let gate = Gate()
    server.hold(at: gate)
    let reading = Task { await model.changeStatus(to: .reading) }
    await gate.untilArrived(1)
    #expect(model.library == .loading && model.selectedStatus == .reading)
    server.hold(at: nil)
    await model.changeStatus(to: .abandoned)
    gate.open()
    await reading.value
    #expect(model.library.value?.items.isEmpty == true && server.requests.count == 4)
  }

  @Test("Accepting a proposal links the story, and loads books and proposals again")
  func accept() async throws {
    let matches = try await loadedMatches()
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s2", work: nil)))
    #expect(try await model.accept(matches[0]).workId == "dawn")
    #expect(proposed == ["s2"] && model.matches.answer?.freshness == .live)
    #expect(server.calls == ["GET library", "GET matches", "POST matches/s1", "GET library", "GET matches"])
    #expect(body(server.requests[2]) == #"{"workId":"dawn"}"#)
    server.stub("GET matches?limit=200", ReadBodies.page())
    server.stub("GET library?limit=200", ReadBodies.page(ReadBodies.entry(), ReadBodies.entry(status: "wantToRead")))
    try await model.accept(matches[1])
    #expect(proposed == [] && model.library.value?.items.count == 2)
    #expect(body(server.requests[5]) == #"{"create":true}"#)
  }

  @Test("A dismissed proposal disappears")
  func dismiss() async throws {
    let matches = try await loadedMatches()
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s2", work: nil)))
    try await model.dismiss(matches[0])
    #expect(proposed == ["s2"] && server.calls[2] == "DELETE matches/s1")
  }

  @Test("Accepts the proposals of all pages, and leaves out those that the server rejects")
  func acceptAll() async throws {
    server.stub(
      "GET matches?limit=200", ReadBodies.page(ReadBodies.match("s1"), ReadBodies.match("gone"), next: "c"))
    server.stub("GET matches?limit=200&cursor=c", ReadBodies.page(ReadBodies.match("s2"), ReadBodies.match("s3")))
    server.stub(
      "POST matches/s2", status: 422, #"{"status":422,"errors":[{"field":"workId","message":"is unknown"}]}"#)
    await model.load()
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s2", work: nil)))
    #expect(try await model.acceptAll() == 2)
    #expect(
      server.calls.dropFirst(2) == [
        "POST matches/s1", "POST matches/gone", "GET matches", "POST matches/s2", "POST matches/s3", "GET library",
        "GET matches",
      ])
    #expect(proposed == ["s2"] && !model.isChanging)
  }

  @Test("Accepting all without proposals sends nothing")
  func acceptNone() async throws {
    #expect(try await model.acceptAll() == 0)
    #expect(server.requests.isEmpty)
  }

  @Test("Accepting all ends at the first other error, and shows which proposals are left")
  func acceptAllFails() async throws {
    await model.load()
    server.failNext(.respond(.json(200, ReadBodies.story("s1"))), .respond(.problem(401)))
    await #expect(throws: APIError.unauthorized) { try await model.acceptAll() }
    #expect(proposed == ["s2"] && server.requests.count == 4 && !model.isChanging)
  }

  @Test("A rejected proposal throws, and the library shows what the server has")
  func rejected() async throws {
    let matches = try await loadedMatches()
    server.stub(
      "POST matches/s1", status: 422, #"{"status":422,"errors":[{"field":"workId","message":"is unknown"}]}"#)
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s1", work: nil)))
    let errors = [FieldError(field: "workId", message: "is unknown")]
    await #expect(throws: APIError.validation(errors)) { try await model.accept(matches[0]) }
    #expect(model.matches.value?.items.map(\.reason) == [.create] && model.matches.error == nil)
    let shown = (model.library, model.matches)
    server.stub("DELETE matches/s1", status: 403, "{}")
    await #expect(throws: APIError.forbidden) { try await model.dismiss(matches[0]) }
    #expect(model.library == shown.0 && model.matches == shown.1)
  }

  @Test("An accepted proposal does not return if the network is lost after it, even after a relaunch")
  func offlineAfterAccept() async throws {
    let matches = try await loadedMatches()
    server.failNext(
      .respond(.json(200, ReadBodies.story("s1"))), .notDelivered(.offline), .notDelivered(.offline))
    try await model.accept(matches[0])
    #expect(proposed == ["s2"] && model.offlineSince == time.now)
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await model.dismiss(matches[1]) }
    #expect(proposed == ["s2"])
    let relaunched = Self.model(server.client(retries: .none), scratch.answers)
    await relaunched.load()
    #expect(relaunched.matches.value?.items.map(\.storyId) == ["s2"])
    #expect(relaunched.library.value?.items.map(\.title) == ["Dawn"])
  }

  @Test("A dismissed proposal disappears even if the library cannot be loaded again")
  func failedReload() async throws {
    let matches = try await loadedMatches()
    let away = TestServer.Failure.respond(.problem(500, "away"))
    server.failNext(.respond(HTTPResponse(status: 204)), away, away)
    try await model.dismiss(matches[0])
    #expect(proposed == ["s2"] && model.matches.error == .server(status: 500, detail: "away"))
  }

  @Test("A late response from before a write does not bring a proposal back")
  func lateResponse() async throws {
    let matches = try await loadedMatches()
    let gate = Gate()
    server.holdResponses(at: gate)
    // The books arrive, and the proposals are late.
    server.failNext(.respond(.json(200, ReadBodies.page(ReadBodies.entry()))))
    let early = Task { await model.refresh() }
    await gate.untilArrived(1)
    server.holdResponses(at: nil)
    server.stub("GET matches?limit=200", ReadBodies.page(ReadBodies.match("s2", work: nil)))
    try await model.accept(matches[0])
    gate.open()
    await early.value
    #expect(proposed == ["s2"])
    await model.load()
    #expect(proposed == ["s2"])
  }

  @Test("A cancelled load leaves no error, and a cancelled write leaves what is shown")
  func cancelled() async throws {
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.load() }
    await gate.untilArrived(1)
    load.cancel()
    await load.value
    #expect(model.library == .idle && model.matches == .idle)
    server.hold(at: nil)
    let matches = try await loadedMatches()
    let second = Gate()
    server.hold(at: second)
    let write = Task { try await model.accept(matches[0]) }
    await second.untilArrived(1)
    #expect(model.isChanging)
    write.cancel()
    await #expect(throws: APIError.cancelled) { try await write.value }
    #expect(proposed == ["s1", "s2"] && !model.isChanging)
  }

  @Test("A failure affects one section, and only that one is retried")
  func failure() async {
    server.stub("GET matches?limit=200", status: 500, "{}")
    await model.load()
    #expect(model.library.value != nil && model.matches.error == .server(status: 500, detail: nil))
    server.stub("GET matches?limit=200", ReadBodies.page())
    await model.retry()
    #expect(proposed == [] && server.calls.last == "GET matches" && server.requests.count == 3)
  }

  @Test("Loads again after connecting and after changes that concern books, until the token is rejected")
  func follows() async {
    let model = Self.model(
      server.client(retries: .none).streaming(["profile", "catalogue", "rucks", "reading"]), scratch.answers)
    await model.followChanges()
    #expect(model.failure == .unauthorized)
    // Two requests for each of: the connection, the catalogue, reading.
    #expect(server.calls.count == 6 && model.matches.value != nil)
  }
}
