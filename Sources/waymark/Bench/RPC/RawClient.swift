import Glibc
import Proto

/// Asks by hand, with a fixed number of calls in flight.
struct RawClient {
  private let socket: RawSocket

  init(path: String) throws {
    socket = try RawSocket(try BenchPartner.connect(path))
  }

  /// Microseconds of processor time for a call, on both sides together.
  func measure(calls: Int, inFlight: Int) throws -> Double {
    try run(calls: calls / 20, inFlight: inFlight)
    let before = try usage()
    try run(calls: calls, inFlight: inFlight)
    return Double(try usage() - before) / Double(calls) / 1_000
  }

  private func usage() throws -> Int {
    var theirs: UInt64 = 0
    socket.output.storeBytes(of: UInt32(5).bigEndian, as: UInt32.self)
    socket.written = 9
    socket.flush()
    while theirs == 0 {
      let isAlive = socket.turn { frame, _ in theirs = frame.loadUnaligned(fromByteOffset: 5, as: UInt64.self) }
      guard isAlive else { throw CommandFailure("the raw partner is gone") }
    }
    return Int(theirs) + RPCBench.processorTime()
  }

  private func run(calls: Int, inFlight: Int) throws {
    var asked = 0
    var answered = 0
    var wrong = 0
    func ask(_ call: UInt32) {
      socket.written += RawRecord().write(call, isReply: false, to: socket.output + socket.written)
      asked += 1
    }
    for call in 0..<min(inFlight, calls) { ask(UInt32(call + 1)) }
    socket.flush()
    while answered < calls {
      let isAlive = socket.turn { frame, _ in
        let call = UInt32(bigEndian: frame.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
        if RawRecord(frame: frame, isReply: true)?.count != 8 { wrong += 1 }
        answered += 1
        if asked < calls { ask(call) }
      }
      guard isAlive, wrong == 0 else { throw CommandFailure("the raw partner answers wrongly") }
      socket.flush()
    }
  }
}
