public import Proto
import Synchronization

/// The environment of a process.
public struct ServiceContext: Sendable {
  public let name: String
  public let settings: Settings
  /// The event loop of the process. Blocking work runs elsewhere.
  public let loop: Loop
  public let log: Log
  public let metrics: Metrics
  public let lifecycle: Lifecycle
  /// Listening sockets from the service manager.
  public let sockets: [HandedSocket]

  public init(
    name: String, settings: Settings, loop: Loop, log: Log, metrics: Metrics,
    lifecycle: Lifecycle = Lifecycle(), sockets: [HandedSocket] = []
  ) {
    self.name = name
    self.settings = settings
    self.loop = loop
    self.log = log
    self.metrics = metrics
    self.lifecycle = lifecycle
    self.sockets = sockets
  }
}

/// Whether a process is stopping. It is then not ready, and completes its calls.
public final class Lifecycle: Sendable {
  private let stopping = Atomic<Bool>(false)
  private let endings = Mutex<[@Sendable () -> Void]>([])

  public init() {}

  public var isStopping: Bool {
    stopping.load(ordering: .relaxed)
  }

  func stop() {
    stopping.store(true, ordering: .relaxed)
  }

  /// Calls `body` when the process ends without being killed, before it releases its lock on the data.
  public func atEnd(_ body: @escaping @Sendable () -> Void) {
    endings.withLock { $0.append(body) }
  }

  func end() {
    for ending in endings.withLock({ $0 }) { ending() }
  }
}

/// The hooks of a started process. All are called on the loop.
public struct ServiceRuntime: Sendable {
  /// Takes no new work from now on. The process ends when `inFlight` returns 0.
  public var stopAccepting: @Sendable () -> Void
  /// Returns the number of calls in flight.
  public var inFlight: @Sendable () -> Int
  /// Called last, when nothing is in flight: a view writes its snapshot here.
  public var shutdown: @Sendable () async -> Void
  /// Creates the socket file again if it was deleted. Called twice a second.
  public var keepSocketFile: @Sendable () throws(UnixSocketError) -> Void

  public init(
    stopAccepting: @escaping @Sendable () -> Void, inFlight: @escaping @Sendable () -> Int,
    keepSocketFile: @escaping @Sendable () throws(UnixSocketError) -> Void = {},
    shutdown: @escaping @Sendable () async -> Void = {}
  ) {
    self.stopAccepting = stopAccepting
    self.inFlight = inFlight
    self.keepSocketFile = keepSocketFile
    self.shutdown = shutdown
  }
}
