import Glibc
import Proto

/// The baseline client: hand-written calls, a fixed number in flight.
struct RawClient {
  private let socket: RawSocket

  init(path: String) throws {
    socket = try RawSocket(try BenchPartner.connect(path))
  }

  /// Returns the CPU time per call of both processes, in microseconds.
  func measure(calls: Int, inFlight: Int) throws -> Double {
    try run(calls: calls / 20, inFlight: inFlight)
    let before = try usage()
    try run(calls: calls, inFlight: inFlight)
    return Double(try usage() - before) / Double(calls) / 1_000
  }

  private func usage() throws -> Int {
    var serverTime: UInt64 = 0
    socket.output.storeBytes(of: UInt32(5).bigEndian, as: UInt32.self)
    socket.written = 9
    socket.flush()
    while serverTime == 0 {
      let isAlive = socket.turn { frame, _ in serverTime = frame.loadUnaligned(fromByteOffset: 5, as: UInt64.self) }
      guard isAlive else { throw BenchFailure("the raw partner process has exited") }
    }
    return Int(serverTime) + RPCBench.processorTime()
  }

  private func run(calls: Int, inFlight: Int) throws {
    var sent = 0
    var received = 0
    var wrong = 0
    func send(_ call: UInt32) {
      socket.written += RawRecord().write(call, isReply: false, to: socket.output + socket.written)
      sent += 1
    }
    for call in 0..<min(inFlight, calls) { send(UInt32(call + 1)) }
    socket.flush()
    while received < calls {
      let isAlive = socket.turn { frame, _ in
        let call = UInt32(bigEndian: frame.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
        if RawRecord(frame: frame, isReply: true)?.count != 8 { wrong += 1 }
        received += 1
        if sent < calls { send(call) }
      }
      guard isAlive, wrong == 0 else { throw BenchFailure("the raw partner process returned a wrong reply") }
      socket.flush()
    }
  }
}
