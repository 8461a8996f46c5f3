/// One end of a simulated connection, with the bytes that have arrived and those in transit.
struct SimulatedStream {
  struct Arrival {
    var at: UInt64
    /// Empty at the end of the peer's output.
    var bytes: ArraySlice<UInt8>
  }

  /// The number of the other end.
  var peer: CInt
  /// The maximum number of bytes that are in transit to this end or unread.
  var capacity: Int
  /// The delay of bytes to this end, in nanoseconds.
  var delay: UInt64
  /// The system that watches this end, its events, and the mark that it gave.
  var watcher: ObjectIdentifier?
  var interest: UInt32 = 0
  var mark: UInt64 = 0

  private(set) var input: ArraySlice<UInt8> = []
  private var arrivals: [Arrival] = []
  private(set) var inputEnded = false
  private(set) var outputEnded = false
  var peerClosed = false
  /// A connection that was reset reports this error once.
  var error: CInt = 0

  init(peer: CInt, capacity: Int, delay: UInt64) {
    self.peer = peer
    self.capacity = capacity
    self.delay = delay
  }

  var room: Int { max(0, capacity - input.count - arrivals.reduce(0) { $0 + $1.bytes.count }) }
  var nextArrival: UInt64? { arrivals.first?.at }

  /// Adds bytes that the peer sends at `time`; empty ones end the input.
  mutating func add(_ bytes: ArraySlice<UInt8>, at time: UInt64) {
    arrivals.append(Arrival(at: max(time + delay, arrivals.last?.at ?? 0), bytes: bytes))
  }

  mutating func deliver(until now: UInt64) {
    while let first = arrivals.first, first.at <= now {
      if first.bytes.isEmpty { inputEnded = true }
      input += first.bytes
      arrivals.removeFirst()
    }
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let taken = input.prefix(count)
    input = input.count == count ? [] : input.dropFirst(count)
    return taken
  }

  mutating func endOutput() {
    outputEnded = true
  }
}
