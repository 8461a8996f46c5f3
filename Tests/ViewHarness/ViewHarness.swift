public import API
public import Chronology
public import Domain
import Glibc
public import Proto
import Service
public import Views

/// Runs the service of a view and a journal in memory in process, on one loop, each on its own socket.
public final class ViewHarness<State: ViewState, API: ViewAPI>: Sendable {
  public let journal = FakeJournal()
  private let client: Client<API>
  private let loop: Loop
  private let folder: String
  private let snapshots: SnapshotFile

  /// `journalCalls` registers further calls of the journal that the service makes.
  public init(
    _ state: State.Type, as api: API.Type, now: Instant,
    journalCalls: (Router, FakeJournal) -> Void = { _, _ in },
    register: @escaping @Sendable (Router, ViewHost<State>) -> Void
  ) async throws {
    loop = try Loop.spawn()
    folder = "/tmp/waymark-service-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try Files.makeDirectory(folder, mode: 0o700)
    let log = Log(service: "test", level: .error)
    let (sessionPath, path) = (folder + "/session.sock", folder + "/\(API.service).sock")
    let facts = journal.router()
    journalCalls(facts, journal)
    try RPCServer(loop: loop, router: facts).listen(path: sessionPath)
    snapshots = SnapshotFile(path: folder + "/view.sqlite", log: log)
    try await withTaskExecutorPreference(loop) { [loop, snapshots] in
      let host = ViewHost<State>(
        loop: loop, journal: Client(loop: loop, path: sessionPath), snapshots: snapshots, zones: Zones(), log: log,
        clock: { now })
      let router = ViewService.router(of: host, as: api, register: register)
      try RPCServer(loop: loop, router: router).listen(path: path)
    }
    // Created last: the client connects immediately and pauses if nobody listens.
    client = Client(loop: loop, path: path)
  }

  deinit {
    snapshots.close()
    loop.stop()
    for name in ["session.sock", "\(API.service).sock", "view.sqlite", "view.sqlite-wal", "view.sqlite-shm"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  /// Appends events to the journal of a user.
  public func append(_ events: [Event], user: String = "ada") throws {
    for event in events { try journal.append(user, event) }
  }

  public func call<M: Method>(_ call: M, user: String? = "ada") async throws(Fault) -> M.Reply where M.API == API {
    try await client.call(call, meta: CallMeta(user: user))
  }

  /// Returns the fault of a call, or nil if it succeeds.
  public func fault<M: Method>(_ method: M, user: String? = "ada") async -> Fault? where M.API == API {
    do throws(Fault) {
      _ = try await call(method, user: user)
      return nil
    } catch {
      return error
    }
  }
}
