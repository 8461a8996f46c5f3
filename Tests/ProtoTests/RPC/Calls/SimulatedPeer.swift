import Loop

@testable import RPC

/// The other end of a connection, whose frames a test reads and writes.
struct SimulatedPeer: FramePeer {
  private let loop: Loop
  let descriptor: CInt
  private var decoder = FrameDecoder()
  private(set) var isAtEnd = false

  init(_ loop: Loop, _ descriptor: CInt) {
    self.loop = loop
    self.descriptor = descriptor
  }

  /// The stream must have room for all of it.
  func send(_ bytes: [UInt8]) {
    let count = bytes.withUnsafeBytes { loop.system.send(descriptor, $0, more: false) }
    precondition(count == bytes.count, "the simulated stream is full")
  }

  /// The next frame that has arrived, or nil.
  mutating func next() throws -> Frame? {
    while true {
      if let frame = try decoder.next() { return frame }
      var bytes = [UInt8](repeating: 0, count: 64 * 1024)
      let count = bytes.withUnsafeMutableBytes { loop.system.receive(descriptor, into: $0) }
      isAtEnd = count == 0
      guard count > 0 else { return nil }
      decoder.append(bytes.prefix(count))
    }
  }

  /// The next frame of this kind that has arrived; earlier ones are dropped.
  mutating func next(_ kind: Frame.Kind) throws -> Frame? {
    while let frame = try next() {
      if frame.kind == kind { return frame }
    }
    return nil
  }

  func close() { loop.system.close(descriptor) }
}
