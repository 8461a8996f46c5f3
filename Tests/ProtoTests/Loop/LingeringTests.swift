import Testing
import VirtualLoop

@testable import Loop

/// A stream that has sent its last output to a peer that is still sending.
@Suite struct LingeringTests {
  /// The stream rejects at the first byte; its peer wants to send more than a lingering stream reads.
  private struct Rejection {
    let stream: SocketStream
    let peer: SocketStream
    let streamCalls = StreamRecorder()
    let peerCalls = StreamRecorder()

    init(_ simulation: Simulation) throws {
      let loop = simulation.makeLoop()
      let (ours, theirs) = simulation.makePair()
      let stream = SocketStream(loop: loop, adopting: ours)
      self.stream = stream
      peer = SocketStream(loop: loop, adopting: theirs)
      streamCalls.onEvent = { recorder in
        guard recorder.log.count == 1 else { return }
        stream.write([9, 9, 9])
        stream.finish()
      }
      try stream.start(streamCalls)
      try peer.start(peerCalls)
      peer.pauseReading()
      peer.write([UInt8](repeating: 1, count: LoopLimits.lingerBytes * 4))
    }
  }

  @Test("A peer that sends much before it reads gets the last output")
  func lateReader() throws {
    try Simulation.run { simulation in
      let rejection = try Rejection(simulation)
      simulation.advance(milliseconds: LoopLimits.lingerMilliseconds - 1)
      #expect(rejection.peer.isOpen)
      rejection.peer.resumeReading()
      simulation.settle()
      #expect(rejection.peerCalls.received == [9, 9, 9])
      #expect(rejection.peerCalls.log == ["received 3 of 3", "ended"])
      rejection.peer.close()
    }
  }

  @Test("Only a part of an endless input is read, and the connection closes in time")
  func endlessSender() throws {
    try Simulation.run { simulation in
      let rejection = try Rejection(simulation)
      simulation.advance(milliseconds: LoopLimits.lingerMilliseconds - 1)
      #expect(rejection.peer.pendingOutputBytes > LoopLimits.lingerBytes * 2)
      simulation.advance(milliseconds: 1)
      #expect(rejection.streamCalls.log.last == "closed")
      #expect(rejection.peerCalls.log.last?.hasPrefix("closed") == true)
    }
  }
}
