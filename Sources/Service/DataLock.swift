import CLinux
import Glibc
import Proto
import Synchronization

/// That this process alone works on its part of a data directory, for as long as it lives; the system lets go whatever
/// happens.
///
/// There are two locks, and each keeps a second process out: one on a small file with the holder's process id, and one
/// on the database itself, which cannot be moved away without its data.
public final class DataLock: Sendable {
  /// What the holder works on.
  public struct Database: Sendable {
    public let path: String
    /// Whether it may be lost at any time, since its process makes another.
    public let isDisposable: Bool

    public init(path: String, isDisposable: Bool) {
      self.path = path
      self.isDisposable = isDisposable
    }
  }

  /// A file that is open and locked.
  private struct Held {
    var descriptor: Int32
    var identity: FileIdentity
  }

  private struct State {
    var file: Held?
    var database: Held?
  }

  private let command: String
  /// The flag that names another directory than the locked one.
  private let flag: String
  private let path: String
  private let database: Database?
  private let state = Mutex(State())

  /// Takes the locks, or throws which process has them; then nothing was touched. A process that was killed a moment
  /// ago may still be on its way out, so a lock that is held is tried again for `patience` milliseconds.
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

  /// To be called at intervals: locks what has been put in the place of a locked file. Throws where that is another's,
  /// or where the database itself is gone: then what is answered would be lost.
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
        throw DataLockError("\(database.path) was deleted or replaced while it was in use; see what became of it")
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
    // Over what stood there, so that it fits on a full disk too; the rest of a longer number is cut off.
    let text = "\(getpid())\n"
    if pwrite(made.descriptor, text, text.utf8.count, 0) > 0 { ftruncate(made.descriptor, off_t(text.utf8.count)) }
  }

  /// Nil where the file cannot be had just now, or is not needed: on a full disk the other lock has to do.
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

/// Why a process may not work on its data, in one line.
public struct DataLockError: Error, Equatable, CustomStringConvertible {
  public var description: String
  /// Whether another process has the lock, and may let go of it.
  public var isHeld: Bool

  init(_ description: String, isHeld: Bool = false) {
    self.description = description
    self.isHeld = isHeld
  }
}

/// What a process works on alone, besides its socket.
public struct OwnData: Sendable {
  /// The file of its database; nil where a server keeps that.
  public var database: DataLock.Database?
  /// Whether it keeps room on the disk, with which it can start while the disk is full.
  public var keepsReserve: Bool

  public init(database: DataLock.Database?, keepsReserve: Bool = false) {
    self.database = database
    self.keepsReserve = keepsReserve
  }
}

extension Settings {
  private static let runLock = "up.lock"

  /// Takes the directory of sockets for one `up`: while one of its processes starts again, no other's may have its
  /// place there.
  public func lockRun(patienceMilliseconds: Int) throws(DataLockError) -> DataLock {
    try DataLock("up", in: run, file: Self.runLock, flag: "--run", patienceMilliseconds: patienceMilliseconds)
  }

  /// Throws where an `up` works there, for a process that is none of its own.
  public func checkRunIsFree() throws(DataLockError) {
    let descriptor = open("\(run)/\(Self.runLock)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard far_byte_is_locked(descriptor) != 0 else { return }
    throw DataLockError("'waymark up' runs on \(run); stop it or give another --run", isHeld: true)
  }

  /// Takes the lock of a process that is served under that name.
  public func lock(
    _ service: String, on own: OwnData, patienceMilliseconds: Int = 0
  ) throws(DataLockError) -> DataLock {
    try DataLock(
      "serve \(service)", in: data, file: "\(service).lock", database: own.database,
      patienceMilliseconds: patienceMilliseconds)
  }
}
