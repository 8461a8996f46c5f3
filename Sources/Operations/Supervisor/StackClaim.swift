import Glibc
import Proto
public import Service

/// The locks that keep a second stack away from the same data and the same sockets.
public struct StackClaim {
  /// The processes of an `up` that was just killed may need a moment to exit.
  private static let patienceMilliseconds = 1_000

  let locks: [DataLock]

  /// Creates the data directory and the directory of sockets, and locks both. Throws if another stack or service uses
  /// one of them.
  public init(_ settings: Settings) throws {
    try settings.checkDataIsRestored()
    try settings.checkDataIsNotMoved()
    try Files.makeDirectory(settings.data, mode: 0o700)
    let data = try DataLock("up", in: settings.data, file: "waymark.lock")
    for name in StackService.names { _ = try settings.lock(name, patienceMilliseconds: Self.patienceMilliseconds) }
    try Files.makeDirectory(settings.run, mode: 0o700)
    locks = [data, try Self.claimRun(settings)]
  }

  /// A listener here may belong to a stack with other data, which would then receive the writes.
  private static func claimRun(_ settings: Settings) throws -> DataLock {
    let lock = try settings.lockRun(patienceMilliseconds: patienceMilliseconds)
    let deadline = Clock.milliseconds + patienceMilliseconds
    for name in StackService.names {
      while UnixSocket.hasListener(path: settings.socketPath(name)) {
        guard Clock.milliseconds < deadline else {
          throw OperationFailure(
            "another process listens on \(settings.socketPath(name)); stop it, or give another --run")
        }
        poll(nil, 0, 5)
      }
    }
    return lock
  }
}
