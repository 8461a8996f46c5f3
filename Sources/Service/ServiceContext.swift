public import Proto
import Synchronization

/// What every process of the stack works with.
public struct ServiceContext: Sendable {
  public let name: String
  public let settings: Settings
  /// The process's event loop: everything that is not blocking runs here.
  public let loop: Loop
  public let log: Log
  public let metrics: Metrics
  public let lifecycle: Lifecycle
  /// Sockets handed over by the service manager, to listen on.
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

/// Whether a process is on its way out: it is then no longer ready, and finishes what it has begun.
public final class Lifecycle: Sendable {
  private let stopping = Atomic<Bool>(false)

  public init() {}

  public var isStopping: Bool {
    stopping.load(ordering: .relaxed)
  }

  func stop() {
    stopping.store(true, ordering: .relaxed)
  }
}

/// What a started process can be asked to do, on its loop.
public struct ServiceRuntime: Sendable {
  /// Called on the loop. When it returns, `inFlight` counts what the process waits for before it ends.
  public var stopAccepting: @Sendable () -> Void
  /// Work that has been begun and not answered.
  public var inFlight: @Sendable () -> Int
  /// The last thing, when nothing is in flight: a view takes its snapshot here.
  public var shutdown: @Sendable () async -> Void
  /// Makes the socket's file again where it is gone; called twice a second.
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
