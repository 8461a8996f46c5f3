import CLinux
import Glibc
import Proto

/// The baseline server, for one connection.
enum RawServer {
  static func run(path: String) throws {
    let listener = try UnixSocket.listen(path: path)
    while true {
      var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      let descriptor = accept4(listener, nil, nil, CInt(SOCK_NONBLOCK.rawValue))
      guard descriptor >= 0 else { continue }
      let socket = try RawSocket(descriptor)
      while socket.turn({ reply($0, $1, socket) }) { socket.flush() }
    }
  }

  private static func reply(_ frame: UnsafeMutableRawPointer, _ length: Int, _ socket: RawSocket) {
    let call = UInt32(bigEndian: frame.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
    if length == 9 {
      // Without a payload, it is a request for the CPU time.
      (socket.output + socket.written).storeBytes(of: UInt32(9).bigEndian, as: UInt32.self)
      (socket.output + socket.written + 5).storeBytes(of: UInt64(RPCBench.processorTime()), as: UInt64.self)
      socket.written += 13
      return
    }
    guard var record = RawRecord(frame: frame, isReply: false) else { return }
    record.count += 1
    socket.written += record.write(call, isReply: true, to: socket.output + socket.written)
  }
}
