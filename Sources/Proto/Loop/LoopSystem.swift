package import CLinux

/// The operating system as a loop sees it: a clock, ready descriptors, and connected streams.
///
/// `KernelSystem` is Linux. Tests use a simulated system, whose time passes only when nothing else is left to do. All
/// calls come from the loop's thread, except `wake`. A call that returns a number returns a negated `errno` on failure.
package protocol LoopSystem: AnyObject {
  /// Nanoseconds of a clock that is never set.
  var now: UInt64 { get }
  func random() -> UInt64
  /// Starts a thread with another loop. Nil if the system has no threads or cannot start one.
  func spawn() -> Loop?

  /// Fills `events` with at most `LoopLimits.eventsPerTurn` ready descriptors and returns their number. With
  /// `blocking` it waits for an event, for `wake`, or until `due`.
  func wait(into events: UnsafeMutablePointer<epoll_event>, blocking: Bool, due: UInt64?) -> Int
  /// Ends a wait, now or the next one; from any thread.
  func wake()

  /// `mark` comes back with each event of the descriptor.
  func add(_ descriptor: CInt, events: UInt32, mark: UInt64) -> CInt
  func change(_ descriptor: CInt, events: UInt32, mark: UInt64)
  func remove(_ descriptor: CInt)

  /// Two connected streams, for a client and a server in one process.
  func makePair() throws(SystemError) -> (CInt, CInt)
  /// Returns 0 at the end of the input.
  func receive(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// With `more`, further bytes follow at once.
  func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer, more: Bool) -> Int
  func hasInput(_ descriptor: CInt) -> Bool
  /// Acknowledges the received bytes at once instead of with the next output.
  func acknowledge(_ descriptor: CInt)
  /// The peer reads the end of the input after what was sent.
  func endOutput(_ descriptor: CInt)
  /// Returns the error that broke the connection, or 0.
  func error(of descriptor: CInt) -> CInt
  func close(_ descriptor: CInt)
}

/// Random numbers from a loop's system.
package struct LoopRandom: RandomNumberGenerator {
  private let system: any LoopSystem

  package init(_ loop: Loop) {
    system = loop.system
  }

  package mutating func next() -> UInt64 { system.random() }
}
