internal import API
internal import Domain
internal import Glibc
internal import Proto
public import Service
internal import Storage
internal import Synchronization

/// A view's own file, as a convenience: whatever is wrong with it, no reader gets an error of it. It is then made
/// anew as soon as that is possible; until then nothing is found and nothing is written.
public final class SnapshotFile: Sendable {
  enum Saved: Sendable {
    /// With the digest of all that is on disk of the user now.
    case written(digest: [UInt8])
    /// The file is well, and what is there is not what the snapshot is a change of.
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
    /// Why nothing can be written just now.
    var trouble: String?
    /// Changes when what was read before may be thrown away by now.
    var era: UInt64 = 0
    /// Counts the files that were made anew.
    var renewals = 0
    var removals = 0
    /// The file of that name is being taken away or made: nobody else does either.
    var isMaking = false
    var waitForMaking: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
    var lastRenewal = 0
    var lastWarning: Int?
    var unwarned = 0
  }

  let path: String
  let log: Log
  let state: Mutex<State>

  /// Opens the file, or makes it; where neither can be done this is tried again later.
  public init(path: String, log: Log) {
    self.path = path
    self.log = log
    var state = State()
    do {
      do {
        state.store = try SnapshotStore(path: path)
      } catch let error as DatabaseError where !Self.mayPass(error) {
        DatabaseFile.remove(path: path)
        state.store = try SnapshotStore(path: path)
      }
      state.identity = FileIdentity(following: path)
    } catch {
      state.trouble = "\(error)"
    }
    self.state = Mutex(state)
    if let trouble { warn("The snapshots cannot be opened", trouble) }
  }

  /// Why nothing can be written; nil while all is well.
  var trouble: String? { state.withLock { $0.trouble } }

  var store: SnapshotStore? { state.withLock { $0.store } }

  /// What was found in another era is void.
  var era: UInt64 { state.withLock { $0.era } }

  /// How often the file was made anew, empty.
  var renewals: Int { state.withLock { $0.renewals } }

  /// Whether the file may be in order although this went wrong.
  static func mayPass(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return switch error.cause ?? error.code {
    case .full, .busy, .noMemory, .overloaded, .closed: true
    case .disk, .corrupt, .constraint, .newerSchema, .notCommitted, .unreachable, .conflict, .undecided: false
    case .moved, .misuse: false
    }
  }
}

extension SnapshotFile {
  /// What is there of a user.
  func find(_ user: String) async -> Found {
    guard let (store, renewals) = usable() else { return .nothing }
    do {
      return try await store.find(user).map { .snapshot($0) } ?? .nothing
    } catch {
      failed(error, renewals)
      return .nothing
    }
  }

  /// Writes a snapshot that was made in that era.
  func save(_ snapshot: Snapshot, of user: String, era: UInt64) async -> Saved {
    guard let (store, renewals) = usable() else { return .failed }
    do {
      let digest = try await store.save(snapshot, of: user) { [self] in self.era == era }
      state.withLock { if $0.renewals == renewals { $0.trouble = nil } }
      return .written(digest: digest)
    } catch is SnapshotConflict {
      return .outdated
    } catch {
      failed(error, renewals)
      return self.renewals == renewals ? .failed : .outdated
    }
  }

  /// From here on what is being read or written is void, and nothing is found until `removeAll` has come back.
  func beginRemoval() {
    state.withLock { state in
      state.era += 1
      state.removals += 1
    }
  }

  /// Empties the file, or makes it anew; throws where what is there stays there.
  func removeAll() async throws {
    defer { state.withLock { $0.removals -= 1 } }
    let before = renewals
    if let (store, renewals) = usable(whileRemoving: true) {
      do {
        return try await store.removeAll()
      } catch {
        failed(error, renewals)
      }
    }
    // A file that is made anew is empty, and must not be taken away from under those who use it from then on.
    while renewals == before {
      // A file that can only be removed is as empty as one that could be written.
      if beginMaking() {
        defer { endMaking() }
        DatabaseFile.remove(path: path)
        guard access(path, F_OK) != 0 else {
          throw Fault(.unavailable, "the snapshots can be neither written nor removed")
        }
        return
      }
      await making()
    }
  }

  /// Removes the users that are asked for, after `beginRemoval`; throws where something of them may still be there.
  func erase(_ isErased: @Sendable (String) -> Bool) async throws -> Int64 {
    defer { state.withLock { $0.removals -= 1 } }
    guard let (store, renewals) = usable(whileRemoving: true) else {
      throw Fault(.unavailable, "the snapshots cannot be opened")
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
      failed(error, renewals)
      throw error
    }
  }

  /// How far all snapshots together have come.
  func countEvents() async -> Int64 {
    guard let (store, renewals) = usable() else { return 0 }
    do {
      return try await store.countEvents()
    } catch {
      failed(error, renewals)
      return 0
    }
  }

  /// Tries whether the file can be written again, or made.
  func mend() async {
    guard trouble != nil else { return }
    guard let (store, renewals) = usable() else { return renew("it could not be opened", nil) }
    do {
      try await store.probe()
      state.withLock { if $0.renewals == renewals { $0.trouble = nil } }
    } catch {
      failed(error, renewals)
    }
  }

  /// Finishes what is being written. It blocks.
  public func close() {
    let store = state.withLock { state in
      state.isClosed = true
      return state.store.take()
    }
    store?.close()
  }
}
