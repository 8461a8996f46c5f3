import CLinux
import Glibc
import Loop

/// The system of one loop in a simulation. It never blocks; the simulation advances the time.
final class SimulatedSystem: LoopSystem {
  private let simulation: Simulation
  var isHung = false

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  private var identity: ObjectIdentifier { ObjectIdentifier(self) }

  var now: UInt64 { simulation.now }

  func random() -> UInt64 { simulation.random.next() }

  /// All work is done on the simulated loops.
  func spawn() -> Loop? { nil }

  var hasReady: Bool { !simulation.network.ready(for: identity).isEmpty }

  /// Reports the ready descriptors in an order by the seed, and sometimes leaves a few of them for the next turn.
  func wait(into events: UnsafeMutablePointer<epoll_event>, blocking: Bool, due: UInt64?) -> Int {
    var ready = simulation.network.ready(for: identity).shuffled(using: &simulation.random)
    if ready.count > 1, Int.random(in: 0..<4, using: &simulation.random) == 0 {
      ready = Array(ready.prefix(Int.random(in: 1..<ready.count, using: &simulation.random)))
    }
    for (index, descriptor) in ready.prefix(LoopLimits.eventsPerTurn).enumerated() {
      var event = epoll_event()
      event.events = simulation.network.events(of: descriptor)
      event.data.u64 = simulation.network.streams[descriptor]?.mark ?? 0
      events[index] = event
      simulation.note(descriptor, event.events)
    }
    return min(ready.count, LoopLimits.eventsPerTurn)
  }

  func wake() {}

  func add(_ descriptor: CInt, events: UInt32, mark: UInt64) -> CInt {
    simulation.network.watch(descriptor, by: identity, events: events, mark: mark)
  }

  func change(_ descriptor: CInt, events: UInt32, mark: UInt64) {
    _ = simulation.network.watch(descriptor, by: identity, events: events, mark: mark)
  }

  func remove(_ descriptor: CInt) {
    _ = simulation.network.watch(descriptor, by: nil, events: 0, mark: 0)
  }

  func makePair() throws(SystemError) -> (CInt, CInt) {
    simulation.makePair()
  }

  func receive(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch simulation.network.receive(descriptor, most: buffer.count, using: &simulation.random) {
    case .failure(let error): return -Int(error.number)
    case .success(let bytes):
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }

  func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer, more: Bool) -> Int {
    simulation.network.send(descriptor, bytes, now: now, using: &simulation.random)
  }

  func hasInput(_ descriptor: CInt) -> Bool {
    simulation.network.streams[descriptor]?.input.isEmpty == false
  }

  /// The simulated network has no acknowledgements.
  func acknowledge(_ descriptor: CInt) {}

  func endOutput(_ descriptor: CInt) {
    simulation.network.endOutput(descriptor, now: now)
  }

  func error(of descriptor: CInt) -> CInt {
    simulation.network.streams[descriptor]?.error ?? 0
  }

  func close(_ descriptor: CInt) {
    simulation.network.close(descriptor, now: now)
  }
}
