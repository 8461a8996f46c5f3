import CLinux
import Glibc
import Proto
import Synchronization

/// The exclusive lock of a process on its part of a data directory. The system releases it when the process ends.
///
/// There are two locks, each sufficient: one on a small file with the holder's process id, and one on the database,
/// which cannot be moved without its data.
public final class DataLock: Sendable {
  /// The data that the lock protects.
  public struct Database: Sendable {
    public let path: String
    /// Whether the database may be deleted at any time, because its process creates another.
    public let isDisposable: Bool

    public init(path: String, isDisposable: Bool) {
      self.path = path
      self.isDisposable = isDisposable
    }
  }

  /// An open and locked file.
  private struct Held {
    var descriptor: Int32
    var identity: FileIdentity
  }

  private struct State {
    var file: Held?
    var database: Held?
  }

  private let command: String
  /// The flag with which another directory can be chosen.
  private let flag: String
  private let path: String
  private let database: Database?
  private let state = Mutex(State())

  /// Takes the locks, or throws which process has them without changing anything. A killed process may still be ending,
  /// so this retries for `patience` milliseconds.
  public init(
    _ command: String, in directory: String, file: String, flag: String = "--data", database: Database? = nil,
    patienceMilliseconds patience: Int = 0
  ) throws(DataLockError) {
    self.command = command
    self.flag = flag
    self.database = database
    path = "\(directory)/\(file)"
    let deadline = Clock.milliseconds + patience
    while true {
      do throws(DataLockError) {
        try check()
        return
      } catch {
        release()
        guard error.isHeld, Clock.milliseconds < deadline else { throw error }
        poll(nil, 0, 5)
      }
    }
  }

  deinit {
    release()
  }

  /// Locks files that have replaced a locked file. Throws if another process has locked them, or if the database was
  /// deleted: acknowledged writes would be lost. Call it at intervals.
  public func check() throws(DataLockError) {
    let failure = state.withLock { state -> DataLockError? in
      do throws(DataLockError) {
        try checkDatabase(&state.database)
        try checkFile(&state.file)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func release() {
    state.withLock { state in
      for held in [state.file, state.database].compactMap({ $0 }) { close(held.descriptor) }
      state = State()
    }
  }

  private func checkDatabase(_ held: inout Held?) throws(DataLockError) {
    guard let database else { return }
    let found = FileIdentity(following: database.path)
    if let known = held {
      guard found != known.identity else { return }
      guard database.isDisposable else {
        throw DataLockError("\(database.path) was deleted or replaced while in use; restore the file")
      }
    }
    guard found != nil, let made = try lock(database.path, flags: O_RDWR, isNeeded: !database.isDisposable) else {
      return
    }
    if let held { close(held.descriptor) }
    held = made
  }

  private func checkFile(_ held: inout Held?) throws(DataLockError) {
    if let held, FileIdentity(following: path) == held.identity { return }
    guard let made = try lock(path, flags: O_RDWR | O_CREAT) else { return }
    if let held { close(held.descriptor) }
    held = made
    // Overwrites the old number before truncating, so that it succeeds on a full disk too.
    let text = "\(getpid())\n"
    if pwrite(made.descriptor, text, text.utf8.count, 0) > 0 { ftruncate(made.descriptor, off_t(text.utf8.count)) }
  }

  /// Returns nil if the file cannot be created or is not needed. On a full disk the other lock suffices.
  private func lock(_ path: String, flags: Int32, isNeeded: Bool = true) throws(DataLockError) -> Held? {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if !isNeeded || [ENOENT, ENOSPC, EDQUOT, EMFILE, ENFILE].contains(errno) { return nil }
      throw DataLockError("cannot open \(path): \(Errno.text)")
    }
    guard lock_far_byte(descriptor) == 0, let identity = FileIdentity(descriptor: descriptor) else {
      let reason = errno
      close(descriptor)
      guard reason == EAGAIN || reason == EACCES else {
        throw DataLockError("cannot lock \(path): \(Errno.text(reason))")
      }
      throw heldByAnother()
    }
    return Held(descriptor: descriptor, identity: identity)
  }

  private func heldByAnother() -> DataLockError {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let text = (try? Files.read(path)).map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    let process = text.flatMap { Int32($0) }.map { " (process \($0))" } ?? ""
    return DataLockError(
      "another 'waymark \(command)'\(process) runs on \(directory); stop it or give another \(flag)", isHeld: true)
  }
}

/// The reason why a process cannot lock its data, in one line.
public struct DataLockError: Error, Equatable, CustomStringConvertible {
  public var description: String
  /// Whether another process has the lock, so that a retry can succeed.
  public var isHeld: Bool

  init(_ description: String, isHeld: Bool = false) {
    self.description = description
    self.isHeld = isHeld
  }
}

/// The data that one process owns.
public struct OwnData: Sendable {
  /// The database file, or nil if a database server stores the data.
  public var database: DataLock.Database?
  /// Whether the process reserves disk space, so that it can start while the disk is full.
  public var keepsReserve: Bool

  public init(database: DataLock.Database?, keepsReserve: Bool = false) {
    self.database = database
    self.keepsReserve = keepsReserve
  }
}

extension Settings {
  private static let runLock = "up.lock"

  /// Locks the directory of sockets for one `up`, so that no other process can take a socket while one of its processes
  /// restarts.
  public func lockRun(patienceMilliseconds: Int) throws(DataLockError) -> DataLock {
    try DataLock("up", in: run, file: Self.runLock, flag: "--run", patienceMilliseconds: patienceMilliseconds)
  }

  /// Throws if an `up` that is not the parent of this process has locked the directory.
  public func checkRunIsFree() throws(DataLockError) {
    let descriptor = open("\(run)/\(Self.runLock)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard far_byte_is_locked(descriptor) != 0 else { return }
    throw DataLockError("'waymark up' runs on \(run); stop it or give another --run", isHeld: true)
  }

  /// Takes the lock of the process `name`.
  public func lock(
    _ service: String, on own: OwnData, patienceMilliseconds: Int = 0
  ) throws(DataLockError) -> DataLock {
    try DataLock(
      "serve \(service)", in: data, file: "\(service).lock", database: own.database,
      patienceMilliseconds: patienceMilliseconds)
  }
}
