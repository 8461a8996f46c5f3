internal import API
internal import Domain
internal import Glibc
internal import Proto
public import Service
internal import Storage
internal import Synchronization

/// The snapshot file of a view. It is a cache: its errors never reach a reader. A damaged file is recreated as soon as
/// possible. Until then nothing is found and nothing is written.
public final class SnapshotFile: Sendable {
  enum Saved: Sendable {
    /// With the digest of the user's snapshot on disk.
    case written(digest: [UInt8])
    /// The file is usable, but its snapshot is not the base of this one.
    case outdated
    case failed
  }

  enum Found: Sendable {
    case snapshot(StoredSnapshot)
    case nothing
  }

  struct State {
    var store: SnapshotStore?
    var identity: FileIdentity?
    /// Why nothing can be written at the moment.
    var problem: String?
    /// Increases when earlier reads may be outdated.
    var epoch: UInt64 = 0
    /// The number of times the file was recreated.
    var generation = 0
    var removals = 0
    /// Whether the file is being removed or created. Only one task does this at a time.
    var isCreating = false
    var waitForCreating: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
    var lastRecreation = 0
    var lastWarning: Int?
    var suppressed = 0
  }

  let path: String
  let log: Log
  let state: Mutex<State>

  /// Opens or creates the file. If this fails, it is retried later.
  public init(path: String, log: Log) {
    self.path = path
    self.log = log
    var state = State()
    do {
      do {
        state.store = try SnapshotStore(path: path)
      } catch let error as DatabaseError where !Self.isTemporary(error) {
        DatabaseFile.remove(path: path)
        state.store = try SnapshotStore(path: path)
      }
      state.identity = FileIdentity(following: path)
    } catch {
      state.problem = "\(error)"
    }
    self.state = Mutex(state)
    if let problem { warn("cannot open the snapshots", problem) }
  }

  /// Why nothing can be written, or nil.
  var problem: String? { state.withLock { $0.problem } }

  var store: SnapshotStore? { state.withLock { $0.store } }

  /// Results of an earlier epoch must be ignored.
  var epoch: UInt64 { state.withLock { $0.epoch } }

  /// The number of times the file was recreated, empty.
  var generation: Int { state.withLock { $0.generation } }

  /// Whether the file may be intact despite this error.
  static func isTemporary(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return switch error.cause ?? error.code {
    case .full, .busy, .noMemory, .overloaded, .closed: true
    case .disk, .corrupt, .constraint, .newerSchema, .notCommitted, .unreachable, .conflict, .undecided: false
    case .moved, .misuse: false
    }
  }
}

extension SnapshotFile {
  /// Returns the snapshot of a user.
  func find(_ user: String) async -> Found {
    guard let (store, generation) = usable() else { return .nothing }
    do {
      return try await store.find(user).map { .snapshot($0) } ?? .nothing
    } catch {
      failed(error, generation)
      return .nothing
    }
  }

  /// Writes a snapshot that was taken in the given epoch.
  func save(_ snapshot: Snapshot, of user: String, epoch: UInt64) async -> Saved {
    guard let (store, generation) = usable() else { return .failed }
    do {
      let digest = try await store.save(snapshot, of: user) { [self] in self.epoch == epoch }
      state.withLock { if $0.generation == generation { $0.problem = nil } }
      return .written(digest: digest)
    } catch is SnapshotConflict {
      return .outdated
    } catch {
      failed(error, generation)
      return self.generation == generation ? .failed : .outdated
    }
  }

  /// Invalidates pending reads and writes. Nothing is found until `removeAll` or `erase` returns.
  func beginRemoval() {
    state.withLock { state in
      state.epoch += 1
      state.removals += 1
    }
  }

  /// Empties or removes the file. Throws if its contents remain.
  func removeAll() async throws {
    defer { state.withLock { $0.removals -= 1 } }
    let before = generation
    if let (store, generation) = usable(whileRemoving: true) {
      do {
        return try await store.removeAll()
      } catch {
        failed(error, generation)
      }
    }
    // A recreated file is empty and may be in use already, so it must not be removed.
    while generation == before {
      if beginCreating() {
        defer { endCreating() }
        DatabaseFile.remove(path: path)
        guard access(path, F_OK) != 0 else {
          throw Fault(.unavailable, "the snapshots can be neither written nor removed; check the disk")
        }
        return
      }
      await waitForCreation()
    }
  }

  /// Removes the snapshots of the given users after `beginRemoval`. Throws if some of them may remain.
  func erase(_ isErased: @Sendable (String) -> Bool) async throws -> Int64 {
    defer { state.withLock { $0.removals -= 1 } }
    guard let (store, generation) = usable(whileRemoving: true) else {
      throw Fault(.unavailable, "the snapshots cannot be opened; retry later")
    }
    do {
      var users: [String] = []
      var after = ""
      while true {
        let page = try await store.users(after: after, limit: ViewLimits.usersPerPage)
        guard let last = page.last else { break }
        users += page.filter(isErased)
        after = last
      }
      return try await store.erase(users)
    } catch {
      failed(error, generation)
      throw error
    }
  }

  /// Returns the number of events in all snapshots.
  func countEvents() async -> Int64 {
    guard let (store, generation) = usable() else { return 0 }
    do {
      return try await store.countEvents()
    } catch {
      failed(error, generation)
      return 0
    }
  }

  /// Retries writing to the file, or creating it, after a problem.
  func recover() async {
    guard problem != nil else { return }
    guard let (store, generation) = usable() else { return recreate("it could not be opened", nil) }
    do {
      try await store.probe()
      state.withLock { if $0.generation == generation { $0.problem = nil } }
    } catch {
      failed(error, generation)
    }
  }

  /// Blocks until pending writes have finished.
  public func close() {
    let store = state.withLock { state in
      state.isClosed = true
      return state.store.take()
    }
    store?.close()
  }
}
