import CLinux
import Glibc
import SeededRandom

/// The streams of a simulation, by number, as a kernel has them by descriptor.
struct SimulatedNetwork {
  /// No real descriptor of a test has such a number, so that none is confused with a simulated one.
  private static let firstDescriptor: CInt = 4_096

  private(set) var streams: [CInt: SimulatedStream] = [:]
  private var nextDescriptor = SimulatedNetwork.firstDescriptor
  /// Whether reads and writes take only a part of the bytes, by the seed.
  var splitsBytes = false

  mutating func makePair(capacity: Int, delay: UInt64) -> (CInt, CInt) {
    let (left, right) = (nextDescriptor, nextDescriptor + 1)
    nextDescriptor += 2
    streams[left] = SimulatedStream(peer: right, capacity: capacity, delay: delay)
    streams[right] = SimulatedStream(peer: left, capacity: capacity, delay: delay)
    return (left, right)
  }

  mutating func deliver(until now: UInt64) {
    for descriptor in streams.keys { streams[descriptor]?.deliver(until: now) }
  }

  var nextArrival: UInt64? { streams.values.compactMap(\.nextArrival).min() }

  /// The events of a descriptor, as epoll reports them.
  func events(of descriptor: CInt) -> UInt32 {
    guard let stream = streams[descriptor], stream.watcher != nil else { return 0 }
    var events: UInt32 = 0
    if !stream.input.isEmpty || stream.inputEnded || stream.error != 0 { events |= EPOLLIN.rawValue }
    if room(for: descriptor) > 0 || stream.peerClosed { events |= EPOLLOUT.rawValue }
    events &= stream.interest
    if stream.error != 0 { events |= EPOLLERR.rawValue }
    if stream.peerClosed && stream.inputEnded { events |= EPOLLHUP.rawValue }
    return events
  }

  /// Bytes that a descriptor can send now.
  private func room(for descriptor: CInt) -> Int {
    guard let stream = streams[descriptor], !stream.peerClosed, !stream.outputEnded else { return 0 }
    return streams[stream.peer]?.room ?? 0
  }

  /// The descriptors that a system watches and that are ready, in their order.
  func ready(for watcher: ObjectIdentifier) -> [CInt] {
    streams.filter { $0.value.watcher == watcher && events(of: $0.key) != 0 }.keys.sorted()
  }

  mutating func watch(_ descriptor: CInt, by watcher: ObjectIdentifier?, events: UInt32, mark: UInt64) -> CInt {
    guard streams[descriptor] != nil else { return EBADF }
    streams[descriptor]?.watcher = watcher
    streams[descriptor]?.interest = events
    streams[descriptor]?.mark = mark
    return 0
  }

  /// The bytes that were read, or an error.
  mutating func receive(
    _ descriptor: CInt, most: Int, using random: inout SplitMix
  ) -> Result<ArraySlice<UInt8>, SimulatedError> {
    // Copies no stream: a second reference to the input would copy all of it with each part that is taken.
    guard let error = streams[descriptor]?.error, let available = streams[descriptor]?.input.count else {
      return .failure(SimulatedError(number: EBADF))
    }
    if error != 0 {
      streams[descriptor]?.error = 0
      return .failure(SimulatedError(number: error))
    }
    guard available > 0 else {
      return streams[descriptor]?.inputEnded == true ? .success([]) : .failure(SimulatedError(number: EAGAIN))
    }
    let count = part(of: min(most, available), using: &random)
    return .success(streams[descriptor]?.take(count) ?? [])
  }

  mutating func send(
    _ descriptor: CInt, _ bytes: UnsafeRawBufferPointer, now: UInt64, using random: inout SplitMix
  ) -> Int {
    guard let stream = streams[descriptor] else { return -Int(EBADF) }
    guard !stream.peerClosed, !stream.outputEnded else { return -Int(EPIPE) }
    let room = room(for: descriptor)
    guard room > 0 else { return -Int(EAGAIN) }
    let count = part(of: min(room, bytes.count), using: &random)
    let sent = ArraySlice(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    streams[stream.peer]?.add(sent, at: now)
    return count
  }

  private func part(of count: Int, using random: inout SplitMix) -> Int {
    splitsBytes && count > 1 ? Int.random(in: 1...count, using: &random) : count
  }

  mutating func endOutput(_ descriptor: CInt, now: UInt64) {
    guard let stream = streams[descriptor], !stream.outputEnded else { return }
    streams[descriptor]?.endOutput()
    streams[stream.peer]?.add([], at: now)
  }

  /// A peer whose bytes were not read gets a reset, as from a kernel.
  mutating func close(_ descriptor: CInt, now: UInt64) {
    endOutput(descriptor, now: now)
    guard let stream = streams.removeValue(forKey: descriptor) else { return }
    streams[stream.peer]?.peerClosed = true
    if !stream.input.isEmpty { streams[stream.peer]?.error = ECONNRESET }
  }

  /// Breaks the connection for both ends.
  mutating func reset(_ descriptor: CInt) {
    guard let peer = streams[descriptor]?.peer else { return }
    for end in [descriptor, peer] {
      streams[end]?.peerClosed = true
      streams[end]?.error = ECONNRESET
    }
  }
}

/// A call that failed with this `errno`.
struct SimulatedError: Error {
  var number: CInt
}
