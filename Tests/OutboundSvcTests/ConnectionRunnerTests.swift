import API
import Chronology
import Domain
import ForeignServer
import Proto
import Service
import Synchronization
import Testing

@testable import OutboundSvc

/// Runs against a stand-in for Audiobookshelf over HTTP, with a model of the session service.
@Suite("Runs of connections")
struct ConnectionRunnerTests {
  private final class Site: Sendable {
    struct State {
      var leases: [SessionAPI.ConnectionLease] = []
      var known: [String: Double] = [:]
      var calls: [SessionAPI.ImportForeignSessions] = []
      var outcomes: [ConnectionOutcome] = []
      var isAvailable = true
      /// The stories that the next import reports as created.
      var newStories: [String] = []
      var covers: [SessionAPI.StoreForeignCover] = []
      var coverFault: Fault?
      var prepare: @Sendable (ForeignServer.Request) -> Void = { _ in }
    }

    let books = ForeignBooks()
    let server: ForeignServer
    private let state = Mutex(State())

    init() {
      let books = books
      server = ForeignServer()
      server.respond { [weak self] request in
        self?.state.withLock { $0.prepare }(request)
        return books.respond(to: request)
      }
    }

    /// Called before each response.
    func prepare(_ body: @escaping @Sendable (ForeignServer.Request) -> Void) { state.withLock { $0.prepare = body } }

    var calls: [SessionAPI.ImportForeignSessions] { state.withLock { $0.calls } }
    var known: [String: Double] { state.withLock { $0.known } }
    var covers: [SessionAPI.StoreForeignCover] { state.withLock { $0.covers } }
    func setNewStories(_ ids: [String], coverFault: Fault? = nil) {
      state.withLock { ($0.newStories, $0.coverFault) = (ids, coverFault) }
    }

    func setAvailable(_ isAvailable: Bool) { state.withLock { $0.isAvailable = isAvailable } }

    private var gateway: ConnectionGateway {
      ConnectionGateway { busy throws(Fault) in
        self.state.withLock { state in
          let first = state.leases.firstIndex { !busy.contains($0.user) }
          return first.map { state.leases.remove(at: $0) }
        }
      } importSessions: { call throws(Fault) in
        let reply: SessionAPI.ImportForeignSessions.Reply? = self.state.withLock { state in
          guard state.isAvailable else { return nil }
          state.calls.append(call)
          let old = state.known
          for session in call.sessions { state.known[session.id] = session.duration }
          for problem in call.rejected { state.known[problem.item] = 0 }
          let new = state.newStories
          state.newStories = []
          return .init(hasNews: old != state.known, known: state.known.count, newStories: new)
        }
        guard let reply else { throw Fault(.unavailable, "down") }
        return reply
      } storeCover: { call throws(Fault) in
        let fault = self.state.withLock { state in
          state.covers.append(call)
          return state.coverFault
        }
        if let fault { throw fault }
      } finish: { call throws(Fault) in
        self.state.withLock { $0.outcomes.append(call.outcome) }
      }
    }

    /// Makes one run. Returns its outcome.
    func run(
      readsAll: Bool = false, secret: String = ForeignBooks.secret, path: String = "", rule: OutgoingRule = .any,
      covers: [String]? = nil
    ) async -> ConnectionOutcome? {
      let lease = SessionAPI.ConnectionLease(
        user: "ada", id: "c", lease: "l", kind: .audiobookshelf, url: server.url + path, secret: secret,
        readsAll: readsAll, covers: covers)
      state.withLock { state in
        state.leases.append(lease)
        state.outcomes = []
      }
      let workers = FetchWorkers(rule: rule)
      let runner = ConnectionRunner(gateway, fetch: workers.fetch, milliseconds: { 0 }) {
        Instant(seconds: 1_800_000_000)
      }
      await runner.begin()
      await runner.finish()
      return state.withLock { $0.outcomes.first }
    }

    /// Returns the number of runs after one look for them, if the connections of as many users are due.
    func runAll(_ count: Int, isStopped: Bool = false) async -> Int {
      state.withLock { state in
        state.outcomes = []
        state.leases = (0..<count).map { number in
          SessionAPI.ConnectionLease(
            user: "user\(number)", id: "c", lease: "l", kind: .audiobookshelf, url: server.url,
            secret: ForeignBooks.secret, readsAll: false)
        }
      }
      let workers = FetchWorkers(rule: .any)
      let runner = ConnectionRunner(gateway, fetch: workers.fetch, milliseconds: { 0 }) {
        Instant(seconds: 1_800_000_000)
      }
      if isStopped { runner.stop() }
      await runner.begin()
      await runner.finish()
      return state.withLock { $0.outcomes.count }
    }

    func fill(_ count: Int) {
      for number in 0..<count { books.set(.init("s\(number)", startedAt: 1_700_000_000 + number * 1_000)) }
    }
  }

  private let site = Site()
  private let whole = ConnectionOutcome.success(readsAll: true, problem: nil)
  private let part = ConnectionOutcome.success(readsAll: false, problem: nil)

  @Test("The first run reads all pages, and a later one only the first page if nothing is new")
  func pages() async {
    site.fill(250)
    #expect(await site.run(readsAll: true) == whole)
    #expect(site.books.takePages() == [0, 1, 2] && site.known.count == 250)
    #expect(await site.run() == part)
    #expect(site.books.takePages() == [0])
    site.books.set(.init("new", startedAt: 1_790_000_000))
    #expect(await site.run() == part)
    #expect(site.books.takePages() == [0, 1] && site.known.count == 251)
    #expect(site.calls.allSatisfy { $0.sessions.count <= 100 && $0.user == "ada" && $0.lease == "l" })
  }

  @Test("When a run ends, the next one that is due begins, and none after the runner was stopped")
  func followingRuns() async {
    site.fill(1)
    #expect(await site.runAll(OutboundLimits.runs * 10) == OutboundLimits.runs * 10)
    #expect(await site.runAll(3, isStopped: true) == 0)
  }

  @Test("New stories get the covers of their items, with the connection's secret")
  func covers() async {
    site.fill(1)
    site.books.setCover(.status(200, headers: [("Content-Type", "image/png")], body: [1, 2, 3]), of: "moon")
    site.setNewStories(["abs:moon", "abs:moon:episode", "abs:none", "lb:other"])
    #expect(await site.run(readsAll: true) == whole)
    #expect(site.books.coverRequests == ["moon", "moon", "none"])
    #expect(site.covers.map(\.storyId) == ["abs:moon", "abs:moon:episode", "abs:none"])
    #expect(site.covers.map(\.image) == [[1, 2, 3], [1, 2, 3], []])
    #expect(site.covers.allSatisfy { $0.lease == "l" && $0.user == "ada" })
    #expect(await site.run() == part)
    #expect(site.books.coverRequests.count == 3)
  }

  @Test("A failure of a cover does not fail the run")
  func failingCovers() async {
    site.fill(1)
    let large = [UInt8](repeating: 0, count: 1 << 20 + 1)
    site.books.setCover(.status(200, headers: [], body: large), of: "large")
    site.books.setCover(.status(200, headers: [], body: [1]), of: "good")
    site.books.setCover(.cut, of: "cut")
    site.books.setCover(.text(302, "", headers: [("Location", "http://other.example/x")]), of: "away")
    site.setNewStories(["abs:large", "abs:good"], coverFault: Fault(.invalid, "not an image"))
    #expect(await site.run(readsAll: true) == whole)
    #expect(site.covers.map(\.storyId) == ["abs:large", "abs:good"] && site.covers[0].image.isEmpty)
    for item in ["cut", "away"] {
      site.setNewStories(["abs:\(item)", "abs:good"])
      #expect(await site.run() == part)
      #expect(site.books.coverRequests.last == item)
    }
    // A later run requests them again.
    #expect(site.covers.count == 2)
  }

  @Test("Covers that an earlier run has left are requested after the list was read, and not if it cannot be read")
  func coversAgain() async {
    site.fill(1)
    site.books.setCover(.status(200, headers: [], body: [7]), of: "moon")
    site.books.fail { _ in .text(503) }
    _ = await site.run(covers: ["abs:moon"])
    #expect(site.books.coverRequests.isEmpty)
    site.books.fail(nil)
    #expect(await site.run(readsAll: true, covers: ["abs:moon", "abs:none"]) == whole)
    #expect(site.books.coverRequests == ["moon", "none"])
    #expect(site.covers.map(\.image) == [[7], []])
  }

  @Test("Finds a session that was heard offline and arrives days later, deep in the list")
  func offline() async {
    site.fill(250)
    _ = await site.run(readsAll: true)
    _ = site.books.takePages()
    site.books.set(.init("late", startedAt: 1_700_000_500))
    #expect(await site.run() == whole)
    #expect(site.books.takePages() == [0, 1, 2] && site.known["late"] == 300)
  }

  @Test("Reads the list again if a session was missed because the list has shifted")
  func shifted() async {
    site.fill(250)
    let books = site.books
    site.prepare { request in
      // The oldest session moves to the front after the first page was read.
      guard request.target.hasSuffix("page=1") else { return }
      books.set(.init("s0", startedAt: 1_700_000_000, listened: 400, updatedAt: 1_790_000_000))
    }
    #expect(await site.run(readsAll: true) == whole)
    #expect(site.known.count == 250 && site.known["s0"] == 400)
    #expect(site.books.takePages() == [0, 1, 2, 0, 1, 2])
  }

  @Test("A session of another form is rejected with its id, and the rest is read")
  func malformed() async {
    site.fill(2)
    site.books.set(.init("odd", startedAt: 1_700_000_000, listened: 90_000))
    #expect(await site.run(readsAll: true) == whole)
    let rejected = site.calls.flatMap(\.rejected)
    #expect(rejected.map(\.item) == ["odd"] && rejected.first?.reason.contains("24 hours") == true)
  }

  @Test("Maps each failure to an outcome")
  func failures() async {
    site.fill(1)
    #expect(await site.run(secret: "wrong") == .refused(status: 401))
    func outcome(_ response: ForeignServer.Response) async -> ConnectionOutcome? {
      site.books.fail { _ in response }
      defer { site.books.fail(nil) }
      return await site.run()
    }
    #expect(await outcome(.text(403)) == .refused(status: 403))
    for status in [408, 429, 500, 503] {
      let reason = "the server responded with status \(status)"
      #expect(await outcome(.text(status)) == .unavailable(reason: reason, retryAfter: nil))
      #expect(
        await outcome(.text(status, headers: [("Retry-After", "77")]))
          == .unavailable(reason: reason, retryAfter: 77))
    }
    #expect(await outcome(.cut) == .unavailable(reason: "the host cannot be reached", retryAfter: nil))
    let wrong = ConnectionOutcome.wrongAddress(reason: ForeignList.noList)
    for body in ["<html></html>", "[]", "{}", #"{"sessions": 5}"#, #"{"sessions": ["#, ""] {
      #expect(await outcome(.text(200, body)) == wrong, "\(body)")
    }
    #expect(await outcome(.text(404)) == .wrongAddress(reason: "the server responded with status 404"))
    #expect(await site.run(path: "/x?") != nil)
    if case .wrongAddress? = await site.run(rule: .onlyPublic) {} else { Issue.record("the rule was not checked") }
  }

  @Test("The secret goes to no other server")
  func redirected() async {
    let other = ForeignServer()
    site.books.fail { _ in .text(302, headers: [("Location", other.url + "/api/me/listening-sessions")]) }
    if case .wrongAddress? = await site.run() {} else { Issue.record("the redirect was followed") }
    #expect(other.connections == 0)
  }

  @Test("If the session service fails, the run ends without an outcome and its lease ends later")
  func unavailable() async {
    site.fill(1)
    site.setAvailable(false)
    #expect(await site.run() == nil)
    site.setAvailable(true)
    #expect(await site.run(readsAll: true) == whole)
  }
}
