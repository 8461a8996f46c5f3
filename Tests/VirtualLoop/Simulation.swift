package import Loop
package import SeededRandom

/// Loops on one thread, with a common virtual clock and streams in memory. Time passes only when no loop has anything
/// to do: it then jumps to the next timer or arrival. The seed decides which loop runs next and the order of events, so
/// that a run can be repeated.
///
/// A test runs in `Simulation.run`, synchronously: its body counts as being on every loop of the simulation.
package final class Simulation {
  package enum Failure: Error {
    /// Nothing was left to do, or the time was over, before the condition held.
    case neverHappened
  }

  package let seed: UInt64
  /// Tests should use these random numbers too.
  package var random: SplitMix
  /// Nanoseconds; a simulation does not begin at 0, which could mean "never".
  package private(set) var now: UInt64 = 1_000_000_000_000
  /// A digest of everything that happened: equal seeds give equal ones.
  package private(set) var trace: UInt64 = 0
  /// The bytes that each direction of a new stream pair holds, and their delay.
  package var capacity = 256 * 1024
  package var delayMilliseconds = 0
  var network = SimulatedNetwork()
  private var loops: [(loop: Loop, system: SimulatedSystem)] = []

  private init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  package static func run<Value>(seed: UInt64 = 1, _ body: (Simulation) throws -> Value) rethrows -> Value {
    let simulation = Simulation(seed: seed)
    defer { simulation.end() }
    return try body(simulation)
  }

  private func end() {
    for (loop, _) in loops {
      loop.dropAll()
      loop.leave()
    }
    loops = []
  }

  package func makeLoop() -> Loop {
    let system = SimulatedSystem(self)
    let loop = Loop(system: system)
    loop.enter()
    loops.append((loop, system))
    return loop
  }

  /// Adds an event to the trace.
  func note(_ descriptor: Int32, _ events: UInt32) {
    for value in [now, UInt64(UInt32(bitPattern: descriptor)) << 32 | UInt64(events)] {
      trace = (trace ^ value) &* 0x9E37_79B9_7F4A_7C15
      trace ^= trace >> 29
    }
  }
}

/// Time.
extension Simulation {
  /// Runs everything that is ready, without advancing the time.
  package func settle() {
    while turn() {}
  }

  /// Advances the time, and runs everything that becomes ready.
  package func advance(milliseconds: Int) {
    let end = now + UInt64(milliseconds) * 1_000_000
    while turn() || jump(to: end) {}
    now = end
  }

  /// Advances the time and runs nothing, like work that takes long in one turn.
  package func work(milliseconds: Int) {
    now += UInt64(milliseconds) * 1_000_000
  }

  /// Advances the time until `condition` holds. Returns false if it does not hold within the limit.
  package func until(withinMilliseconds limit: Int = 3_600_000, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = now + UInt64(limit) * 1_000_000
    while true {
      if try condition() { return true }
      guard turn() || jump(to: end) else { return try condition() }
    }
  }

  /// Runs an async body on `loop`, and advances the time until it returns.
  package func wait<Value: Sendable>(
    on loop: Loop, withinMilliseconds limit: Int = 3_600_000,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = LoopLocal<Result<Value, any Error>?>(onLoop: loop, nil)
    Task.immediate(executorPreference: loop) {
      do {
        result.value = .success(try await body())
      } catch {
        result.value = .failure(error)
      }
    }
    _ = until(withinMilliseconds: limit) { result.value != nil }
    guard let value = result.value else { throw Failure.neverHappened }
    return try value.get()
  }

  /// Runs one turn of a loop that has work. Returns false if none has.
  private func turn() -> Bool {
    network.deliver(until: now)
    let able = loops.filter { loop, system in
      !system.isHung
        && (loop.hasQueuedWork || system.hasReady || (loop.nextTimerDue.map { $0 <= now } ?? false))
    }
    guard let chosen = able.randomElement(using: &random) else { return false }
    chosen.loop.turn()
    return true
  }

  /// Moves the clock to the next timer or arrival, if that is not after `end`.
  private func jump(to end: UInt64) -> Bool {
    let timers = loops.filter { !$0.system.isHung }.compactMap { $0.loop.nextTimerDue }
    guard let next = (timers + [network.nextArrival].compactMap { $0 }).min(), next <= end else { return false }
    now = max(now, next)
    note(0, 0)
    return true
  }
}

/// Streams.
extension Simulation {
  /// Two connected descriptors, for `SocketStream(loop:adopting:)` of the loops of this simulation.
  package func makePair() -> (Int32, Int32) {
    network.makePair(capacity: capacity, delay: UInt64(delayMilliseconds) * 1_000_000)
  }

  /// Whether each read and write takes only a part of the bytes.
  package var splitsBytes: Bool {
    get { network.splitsBytes }
    set { network.splitsBytes = newValue }
  }

  /// Whether bytes have arrived at a descriptor and are unread.
  package func hasInput(for descriptor: Int32) -> Bool {
    network.streams[descriptor]?.input.isEmpty == false
  }

  /// Breaks a connection for both of its ends.
  package func reset(_ descriptor: Int32) {
    network.reset(descriptor)
  }
}

/// Hangs.
extension Simulation {
  /// The process of `loop` does nothing until it is resumed. Its peers can write to it until its buffers are full.
  package func hang(_ loop: Loop) { setHung(loop, true) }
  package func resume(_ loop: Loop) { setHung(loop, false) }

  private func setHung(_ loop: Loop, _ isHung: Bool) {
    for entry in loops where entry.loop === loop { entry.system.isHung = isHung }
  }
}
