import Foundation
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Book model")
struct BookModelTests {
  private let time = ManualTime()
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let model: BookModel

  init() throws {
    server = TestServer(time: time)
    server.stub("GET library/dawn", ReadBodies.entry())
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1")))
    scratch = try ScratchDirectory()
    model = Self.model(server.client(retries: .none), scratch.answers)
  }

  private static func model(_ client: WaymarkClient, _ answers: LastKnownStore) -> BookModel {
    BookModel(workId: "dawn", repository: ReadingRepository(client: client, lastKnown: answers))
  }

  private var ids: [String]? { model.reads.value?.items.map(\.id) }

  private func loadedRead() async throws -> BookRead {
    await model.load()
    return try #require(model.reads.value?.items.first)
  }

  private func body(_ request: HTTPRequest?) -> String? {
    request?.body.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Loads the entry and the reads, and then shows cached values")
  func loads() async {
    #expect(model.entry == .idle && model.libraryEntry == nil && model.openRead == nil)
    await model.load()
    #expect(model.libraryEntry?.title == "Dawn" && ids == ["r1"] && model.openRead == nil)
    #expect(model.reads.value?.items.first?.finishedOn == PartialDate("2019-05"))
    #expect(!model.isChanging && model.offlineSince == nil)
    await model.load()
    #expect(server.requests.count == 2)
    await model.refresh()
    #expect(server.requests.count == 4)
  }

  @Test("A book that is not in the library has no entry and no reads, also offline, until a read is added")
  func notInLibrary() async throws {
    server.stub("GET library/dawn", status: 404, "{}")
    server.stub("GET library/dawn/reads?limit=200", status: 404, "{}")
    await model.load()
    #expect(model.entry.value == .some(nil) && model.entry.error == nil)
    #expect(ids == [] && model.reads.error == nil)
    server.setOffline(true)
    let offline = Self.model(server.client(retries: .none), scratch.answers)
    await offline.load()
    #expect(offline.entry.value == .some(nil) && offline.reads.value?.items.isEmpty == true)
    #expect(offline.offlineSince == time.now)
    server.setOffline(false)
    await #expect(throws: APIError.notFound) { try await model.readAgain() }
    server.stub("POST library/dawn/reads", status: 201, ReadBodies.openRead("r1"))
    server.stub("GET library/dawn", ReadBodies.entry(status: "reading"))
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.openRead("r1")))
    #expect(try await model.add(BookReadReport(status: .reading)).id == "r1")
    #expect(model.libraryEntry?.status == .reading && model.openRead?.id == "r1")
  }

  @Test("Adding a read loads the entry and the reads again")
  func add() async throws {
    await model.load()
    server.stub("POST library/dawn/reads", status: 201, ReadBodies.read("r2", finishedOn: "2021"))
    server.stub(
      "GET library/dawn/reads?limit=200",
      ReadBodies.page(ReadBodies.read("r1"), ReadBodies.read("r2", finishedOn: "2021")))
    server.stub("GET library/dawn", ReadBodies.entry().replacingOccurrences(of: "2026-11\"", with: "2021\""))
    let added = try await model.add(BookReadReport(status: .finished, finishedOn: .year(2021), format: .audio))
    #expect(added.finishedOn == .year(2021) && ids == ["r1", "r2"])
    #expect(model.libraryEntry?.finishedOn == .year(2021))
    #expect(server.calls[2] == "POST library/dawn/reads" && server.requests.count == 5)
    #expect(body(server.requests[2]) == #"{"finishedOn":"2021","format":"audio","status":"finished"}"#)
  }

  @Test("Changing and deleting a read loads the book again")
  func changeAndDelete() async throws {
    let read = try await loadedRead()
    server.stub("PATCH library/dawn/reads/r1", ReadBodies.read("r1", finishedOn: "2019"))
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1", finishedOn: "2019")))
    let changed = try await model.change(read, BookReadPatch(finishedOn: .set(.year(2019)), rating: .cleared))
    #expect(changed.finishedOn == .year(2019) && model.reads.value?.items == [changed])
    #expect(body(server.requests[2]) == #"{"finishedOn":"2019","rating":null}"#)
    server.stub("DELETE library/dawn/reads/r1", status: 204, "")
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page())
    server.stub("GET library/dawn", ReadBodies.entry(status: "wantToRead"))
    try await model.delete(changed)
    #expect(ids == [] && model.libraryEntry?.status == .wantToRead)
    #expect(server.calls[5] == "DELETE library/dawn/reads/r1" && server.requests.count == 8)
  }

  @Test("Reading again begins a read now, and keeps the earlier one")
  func readAgain() async throws {
    await model.load()
    server.stub("PATCH library/dawn", ReadBodies.entry(status: "reading"))
    server.stub("GET library/dawn", ReadBodies.entry(status: "reading"))
    server.stub(
      "GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1"), ReadBodies.openRead("r2")))
    #expect(try await model.readAgain().status == .reading)
    #expect(model.libraryEntry?.status == .reading && ids == ["r1", "r2"] && model.openRead?.id == "r2")
    #expect(body(server.requests[2]) == #"{"startedAt":"2026-11-20T10:00:00Z","status":"reading"}"#)
    // A second press changes nothing: the open read continues.
    try await model.readAgain(startedAt: time.now)
    #expect(body(server.requests.last { $0.method == .patch }) == #"{"status":"reading"}"#)
  }

  @Test("Reading again uses the given start, and the start that a wanted book already has", arguments: [true, false])
  func start(isGiven: Bool) async throws {
    let wanted = ReadBodies.entry(status: "wantToRead").replacingOccurrences(of: "\"2026-11\"", with: "null")
      .replacingOccurrences(of: #""readCount":2"#, with: #""readCount":0"#)
    server.stub("GET library/dawn", wanted)
    server.stub("PATCH library/dawn", ReadBodies.entry(status: "reading"))
    try await model.readAgain(startedAt: isGiven ? instant("2026-11-19T20:00:00Z") : nil)
    let start = isGiven ? #""startedAt":"2026-11-19T20:00:00Z","# : ""
    #expect(body(server.requests.first { $0.method == .patch }) == "{\(start)\"status\":\"reading\"}")
  }

  @Test("A rejected write throws its errors and changes nothing")
  func rejected() async throws {
    let read = try await loadedRead()
    let (entry, reads) = (model.entry, model.reads)
    server.stub(
      "PATCH library/dawn/reads/r1", status: 422,
      #"{"status":422,"errors":[{"field":"finishedOn","message":"is before the start"}]}"#)
    let errors = [FieldError(field: "finishedOn", message: "is before the start")]
    await #expect(throws: APIError.validation(errors)) {
      try await model.change(read, BookReadPatch(finishedOn: .set(.year(1900))))
    }
    #expect(model.entry == entry && model.reads == reads && server.requests.count == 3 && !model.isChanging)
  }

  @Test("After a conflict the book shows what another device has written")
  func conflict() async throws {
    await model.load()
    server.stub("POST library/dawn/reads", status: 409, #"{"status":409,"detail":"The work has an open read"}"#)
    server.stub(
      "GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1"), ReadBodies.openRead("r9")))
    await #expect(throws: APIError.conflict(detail: "The work has an open read")) {
      try await model.add(BookReadReport(status: .reading))
    }
    #expect(model.openRead?.id == "r9" && model.reads.error == nil)
  }

  @Test("A read that another device has deleted disappears if it is changed")
  func deletedElsewhere() async throws {
    let read = try await loadedRead()
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page())
    await #expect(throws: APIError.notFound) { try await model.change(read, BookReadPatch(rating: .set(5))) }
    #expect(ids == [])
  }

  @Test("A write whose response is lost throws, and the book shows its result")
  func lostResponse() async throws {
    await model.load()
    server.stub(
      "GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1"), ReadBodies.openRead("r2")))
    server.failNext(.responseLost)
    await #expect(throws: APIError.networkUnavailable) { try await model.add(BookReadReport(status: .reading)) }
    #expect(model.openRead?.id == "r2" && model.offlineSince == nil)
  }

  @Test("A write without a network changes nothing, and shows the time of the values")
  func offlineWrite() async throws {
    let read = try await loadedRead()
    server.setOffline(true)
    time.advance(bySeconds: 60)
    await #expect(throws: APIError.networkUnavailable) { try await model.delete(read) }
    #expect(ids == ["r1"] && model.offlineSince == instant("2026-11-20T10:00:00Z"))
  }

  @Test("The result of a write stays if the network is lost after it, and after a relaunch")
  func offlineAfterWrite() async throws {
    let read = try await loadedRead()
    server.failNext(
      .respond(.json(201, ReadBodies.openRead("r2"))), .notDelivered(.offline), .notDelivered(.offline))
    try await model.add(BookReadReport(status: .reading))
    #expect(ids == ["r1", "r2"] && model.offlineSince == time.now)
    server.failNext(
      .respond(.json(200, ReadBodies.read("r1", finishedOn: "2018"))), .notDelivered(.offline),
      .notDelivered(.offline))
    try await model.change(read, BookReadPatch(finishedOn: .set(.year(2018))))
    #expect(model.reads.value?.items.first?.finishedOn == .year(2018) && ids == ["r1", "r2"])

    server.setOffline(true)
    let relaunched = Self.model(server.client(retries: .none), scratch.answers)
    await relaunched.load()
    #expect(relaunched.reads.value == model.reads.value && relaunched.offlineSince != nil)

    // The server must not confirm what it has not sent.
    server.setOffline(false)
    let before = server.requests.count
    await model.load()
    #expect(ids == ["r1"] && model.offlineSince == nil)
    let asked = server.requests[before...].first { $0.url.path.hasSuffix("reads") }
    #expect(asked != nil && asked?.headers["If-None-Match"] == nil && asked?.headers["Cache-Control"] == "no-cache")
  }

  @Test("The result of a write is shown if the book cannot be loaded again")
  func failedReload() async throws {
    let read = try await loadedRead()
    let away = TestServer.Failure.respond(.problem(500, "away"))
    server.failNext(.respond(.json(201, ReadBodies.openRead("r2"))), away, away)
    try await model.add(BookReadReport(status: .reading))
    #expect(ids == ["r1", "r2"] && model.reads.error == .server(status: 500, detail: "away"))
    server.failNext(.respond(.json(200, ReadBodies.read("r1", finishedOn: "2018"))), away, away)
    try await model.change(read, BookReadPatch(finishedOn: .set(.year(2018))))
    #expect(model.reads.value?.items.first?.finishedOn == .year(2018))
    server.failNext(.respond(HTTPResponse(status: 204)), away, away)
    try await model.delete(read)
    #expect(ids == ["r2"])
    await model.refresh()
    server.failNext(.respond(.json(200, ReadBodies.entry(status: "reading"))), away, away)
    try await model.readAgain()
    #expect(model.libraryEntry?.status == .reading && model.entry.error == .server(status: 500, detail: "away"))
  }

  @Test("A late response from before a write does not replace its result")
  func lateResponse() async throws {
    let read = try await loadedRead()
    let gate = Gate()
    server.holdResponses(at: gate)
    let early = Task { await model.refresh() }
    await gate.untilArrived(2)
    server.holdResponses(at: nil)
    server.stub("DELETE library/dawn/reads/r1", status: 204, "")
    server.stub("GET library/dawn", ReadBodies.entry(status: "wantToRead"))
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page())
    try await model.delete(read)
    #expect(ids == [] && model.libraryEntry?.status == .wantToRead)
    gate.open()
    await early.value
    #expect(ids == [] && model.libraryEntry?.status == .wantToRead)
    // The late response is not in the cache either.
    await model.load()
    #expect(ids == [] && model.reads.answer?.freshness == .cached)
  }

  @Test("A late response from before a write does not replace its result if the network is lost")
  func lateResponseOffline() async throws {
    let read = try await loadedRead()
    let gate = Gate()
    server.holdResponses(at: gate)
    let early = Task { await model.refresh() }
    await gate.untilArrived(2)
    server.failNext(
      .respond(HTTPResponse(status: 204)), .notDelivered(.offline), .notDelivered(.offline))
    try await model.delete(read)
    gate.open()
    await early.value
    #expect(ids == [] && model.offlineSince != nil)
    server.setOffline(true)
    let relaunched = Self.model(server.client(retries: .none), scratch.answers)
    await relaunched.load()
    #expect(relaunched.reads.value?.items.isEmpty == true)
  }

  @Test("A cancelled load leaves no error")
  func cancelledLoad() async {
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.load() }
    await gate.untilArrived(2)
    #expect(model.entry == .loading && model.reads == .loading)
    load.cancel()
    await load.value
    #expect(model.entry == .idle && model.reads == .idle)
  }

  @Test("A cancelled write throws, and leaves what is shown")
  func cancelledWrite() async throws {
    let read = try await loadedRead()
    let reads = model.reads
    let gate = Gate()
    server.hold(at: gate)
    let write = Task { try await model.delete(read) }
    await gate.untilArrived(1)
    #expect(model.isChanging)
    write.cancel()
    await #expect(throws: APIError.cancelled) { try await write.value }
    #expect(!model.isChanging && model.reads == reads && server.requests.count == 3)
    // The server may have handled it, so the next load asks.
    server.hold(at: nil)
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page())
    await model.load()
    #expect(ids == [])
  }

  @Test("A failure affects one section, and only that one is retried")
  func failure() async {
    server.stub("GET library/dawn/reads?limit=200", status: 500, "{}")
    await model.load()
    #expect(model.libraryEntry != nil && model.reads.error == .server(status: 500, detail: nil))
    server.stub("GET library/dawn/reads?limit=200", ReadBodies.page(ReadBodies.read("r1")))
    await model.retry()
    #expect(ids == ["r1"] && server.calls.last == "GET library/dawn/reads" && server.requests.count == 3)
  }

  @Test("Loads again after connecting and after changes that concern books, until the token is rejected")
  func follows() async {
    let model = Self.model(
      server.client(retries: .none).streaming(["profile", "rucks", "library", "goals", "listening"]), scratch.answers)
    await model.followChanges()
    #expect(model.failure == .unauthorized)
    // Two requests for each of: the connection, the library, listening.
    #expect(server.calls.count == 6 && model.libraryEntry != nil)
  }
}
