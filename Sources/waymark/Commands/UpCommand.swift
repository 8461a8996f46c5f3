import EdgeHTTP
import Glibc
import Proto
import Service

/// The whole stack in the foreground.
enum UpCommand {
  /// The processes of an `up` that was killed a moment ago may still be on their way out.
  private static let patienceMilliseconds = 1_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    for name in Children.names { try settings.checkSocketPath(name) }
    try EdgeService.check(settings)
    try RestorePlace.checkUsable(settings)
    try MigrateCommand.checkUsable(settings)
    try Files.makeDirectory(settings.data, mode: 0o700)
    let lock = try claim(settings)
    try Files.makeDirectory(settings.run, mode: 0o700)
    let runLock = try claimRun(settings)
    let listener = try Listener(settings.listen)
    let announcement = try Announcement(
      settings, demo: invocation.arguments.switches.contains("demo") ? Demo(settings) : nil)
    var supervisor = Supervisor(
      settings: settings, listener: listener, locks: [lock, runLock], announcement: announcement)
    try supervisor.run()
    return 0
  }

  /// The data must be free: another `up`, or a single service, would keep a child from starting.
  private static func claim(_ settings: Settings) throws -> DataLock {
    let lock = try DataLock("up", in: settings.data, file: "waymark.lock")
    for name in Children.names { _ = try settings.lock(name, patienceMilliseconds: Self.patienceMilliseconds) }
    return lock
  }

  /// So must the directory of sockets be: with other data behind them, what is written would go elsewhere.
  private static func claimRun(_ settings: Settings) throws -> DataLock {
    let lock = try settings.lockRun(patienceMilliseconds: Self.patienceMilliseconds)
    let deadline = Clock.milliseconds + Self.patienceMilliseconds
    for name in Children.names {
      while UnixSocket.hasListener(path: settings.socketPath(name)) {
        guard Clock.milliseconds < deadline else {
          throw CommandFailure(
            "another process listens on \(settings.socketPath(name)); stop it, or give another --run")
        }
        poll(nil, 0, 5)
      }
    }
    return lock
  }
}

extension Command {
  static let up = Command(
    name: "up", synopsis: "[--demo]", summary: "the whole stack in the foreground, until it is interrupted",
    details: """
      Starts the four services and the edge as processes of its own and restarts one that dies. Once all of them
      answer, one line 'waymark ready http://HOST:PORT' goes to standard output; a link that signs a browser in, a
      token and the logs go to standard error. The token belongs to the user 'me' and is kept, readable by you alone, in
      DATA/token. An interrupt or SIGTERM stops everything in order; a second one at once.

      With --demo the user 'demo' gets a year of believable data, once, and a link that signs a browser in as them.
      """, flags: [Flag("demo", "fill the user 'demo' with a year of data, once")],
    run: UpCommand.run)
}
