import CBOR
import Glibc
import Loop

@testable import RPC

/// A peer whose frames a test writes.
protocol FramePeer {
  func send(_ bytes: [UInt8])
}

extension FramePeer {
  func send(_ kind: Frame.Kind, _ call: UInt32, _ payload: [UInt8] = [0xF6]) {
    send(Frame(kind, call: call, payload: payload).encoded)
  }

  func sayHello(maxFrame: Int = RPCLimits.frameBytes, maxInFlight: Int = RPCLimits.callsInFlight) throws {
    let hello = Hello(service: "raw", build: "", maxFrame: maxFrame, maxInFlight: maxInFlight)
    send(.hello, 0, try CBOREncoder.encode(hello))
  }

  func request<M: Method>(_ call: UInt32, _ method: M, user: String? = nil) throws {
    var writer = CBORWriter()
    writer.array(3)
    writer.text(M.name)
    CallMeta(user: user).write(into: &writer, deadline: RPCLimits.usualDeadlineMilliseconds)
    try CBOREncoder.encode(method, into: &writer)
    send(.request, call, writer.bytes)
  }
}

/// A peer on a blocking socket with a timeout.
struct RawPeer: FramePeer {
  struct Silence: Error {}

  let descriptor: CInt
  private var decoder = FrameDecoder()

  /// Takes over a connected descriptor.
  init(adopting descriptor: CInt) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  init(connectingTo path: String) throws {
    self.init(adopting: try UnixSocket.connect(path: path))
  }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.send(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Returns the next frame, or nil when the other side has closed.
  mutating func next() throws -> Frame? {
    while true {
      if let frame = try decoder.next() { return frame }
      var bytes = [UInt8](repeating: 0, count: 64 * 1024)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
      guard count > 0 else { throw Silence() }
      decoder.append(bytes.prefix(count))
    }
  }

  /// Returns the next frame of this kind, and skips others.
  mutating func next(_ kind: Frame.Kind) throws -> Frame? {
    while let frame = try next() {
      if frame.kind == kind { return frame }
    }
    return nil
  }

  func close() { Glibc.close(descriptor) }
}
