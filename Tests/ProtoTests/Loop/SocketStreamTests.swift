import Glibc
import Synchronization
import Testing

@testable import Loop

/// Records the calls of a stream, and consumes as many bytes as a test sets.
final class StreamRecorder: SocketStreamHandler {
  var log: [String] = []
  var takes = Int.max
  var pausesAfterEach = false
  var putsOff = false
  var isNotingStalls = false
  var received: [UInt8] = []
  var onEvent: (StreamRecorder) -> Void = { _ in }

  func mayReceive(_ stream: SocketStream) -> Bool {
    if putsOff { note("put off") }
    return !putsOff
  }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    let count = min(takes, bytes.count)
    received.append(contentsOf: bytes.prefix(count))
    if pausesAfterEach { stream.pauseReading() }
    note("received \(count) of \(bytes.count)")
    return count
  }

  func ended(_ stream: SocketStream) { note("ended") }
  func stalled(_ stream: SocketStream) { if isNotingStalls { note("stalled") } }
  func drained(_ stream: SocketStream) { note("drained") }
  func closed(_ stream: SocketStream, error: SystemError?) { note(error.map { "closed \($0.number)" } ?? "closed") }

  private func note(_ line: String) {
    log.append(line)
    onEvent(self)
  }
}

@Suite struct SocketStreamTests {
  /// Runs a stream on a loop with a blocking socket at its other end, and returns the recorded calls until `isDone`.
  private func record(
    _ prepare: @escaping @Sendable (SocketStream, StreamRecorder) -> Void,
    peer: @escaping @Sendable (CInt) -> Void, until isDone: @escaping @Sendable (StreamRecorder) -> Bool
  ) async throws -> (log: [String], received: [UInt8]) {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let (ours, theirs) = try SocketOptions.pair()
    _ = fcntl(theirs, F_SETFL, 0)
    defer { close(theirs) }
    let thread = Task.detached { peer(theirs) }
    let result = await withCheckedContinuation { continuation in
      loop.execute {
        let stream = SocketStream(loop: loop, adopting: ours)
        let recorder = StreamRecorder()
        var isOver = false
        recorder.onEvent = { recorder in
          guard !isOver, isDone(recorder) else { return }
          isOver = true
          continuation.resume(returning: (recorder.log, recorder.received))
        }
        guard (try? stream.start(recorder)) != nil else { return continuation.resume(returning: (["not started"], [])) }
        prepare(stream, recorder)
      }
    }
    await thread.value
    return result
  }

  @Test("Unconsumed bytes are delivered again with the following ones")
  func partial() async throws {
    let (_, received) = try await record { _, recorder in
      recorder.takes = 3
    } peer: { peer in
      for byte in UInt8(0)..<30 {
        var byte = byte
        send(peer, &byte, 1, 0)
      }
      shutdown(peer, CInt(SHUT_WR))
    } until: {
      $0.log.last == "ended"
    }
    #expect(received == Array(UInt8(0)..<UInt8(received.count)))
  }

  @Test("A tail is sent after earlier and before later output, also to a slow reader")
  func tail() async throws {
    let page = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = Mutex<[UInt8]>([])
    let isWritten = Atomic(false)
    let (log, _) = try await record { stream, recorder in
      recorder.isNotingStalls = true
      stream.write([1, 2, 3])
      stream.writeTail(page)
      #expect(stream.pendingOutputBytes == page.count + 3)
      stream.loop.schedule(afterMilliseconds: 1) {
        #expect(stream.isStalled && stream.pendingOutputBytes > 0)
        stream.write([4, 5])
        stream.writeTail(page)
        isWritten.store(true, ordering: .releasing)
      }
    } peer: { peer in
      var piece = [UInt8](repeating: 0, count: 10_000)
      var all: [UInt8] = []
      while !isWritten.load(ordering: .acquiring) { sched_yield() }
      while all.count < 2 * page.count + 5 {
        let count = recv(peer, &piece, piece.count, 0)
        guard count > 0 else { break }
        all += piece[..<count]
      }
      let whole = all
      read.withLock { $0 = whole }
    } until: {
      $0.log.last == "drained"
    }
    #expect(log.first == "stalled" && log.last == "drained")
    #expect(read.withLock { $0 } == [1, 2, 3] + page + [4, 5] + page)
  }

  @Test("A paused stream delivers nothing, and continues where it stopped")
  func pause() async throws {
    let (log, received) = try await record { stream, recorder in
      recorder.takes = 2
      recorder.pausesAfterEach = true
      recorder.onEvent = { [onEvent = recorder.onEvent] recorder in
        onEvent(recorder)
        stream.loop.schedule(afterMilliseconds: 1) { stream.resumeReading() }
      }
    } peer: { peer in
      let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
      send(peer, bytes, bytes.count, 0)
    } until: {
      $0.received.count == 6
    }
    #expect(received == [1, 2, 3, 4, 5, 6])
    #expect(log == ["received 2 of 6", "received 2 of 4", "received 2 of 2"])
  }

  @Test("Deferred input stays in the kernel and is announced once, until the owner reads it")
  func putOff() async throws {
    let (log, received) = try await record { stream, recorder in
      recorder.putsOff = true
      recorder.onEvent = { [onEvent = recorder.onEvent] recorder in
        onEvent(recorder)
        guard recorder.log.last == "put off" else { return }
        stream.loop.schedule(afterMilliseconds: 20) { stream.readNow() }
      }
    } peer: { peer in
      for byte in UInt8(1)...3 {
        var byte = byte
        send(peer, &byte, 1, 0)
        sched_yield()
      }
      shutdown(peer, CInt(SHUT_WR))
    } until: {
      $0.log.last == "ended"
    }
    #expect(received == [1, 2, 3])
    #expect(zip(log, log.dropFirst()).allSatisfy { $0 != "put off" || $1 != "put off" })
    #expect(log.first == "put off")
  }

  @Test("Ten megabytes reach a slow reader completely, and the writer is called when they are sent")
  func largeWrite() async throws {
    let size = 10 << 20
    let total = Mutex(0)
    let (log, _) = try await record { stream, _ in
      stream.write([UInt8](repeating: 7, count: size))
      stream.loop.atEndOfTurn {}
    } peer: { peer in
      var buffer = [UInt8](repeating: 0, count: 100_000)
      var left = size
      while left > 0 {
        let count = recv(peer, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        left -= count
        total.withLock { $0 += count }
      }
    } until: {
      $0.log.last == "drained"
    }
    #expect(log == ["drained"])
    #expect(total.withLock { $0 } == size)
  }

  @Test("The last output reaches a peer that is still sending")
  func finish() async throws {
    let received = Mutex<[UInt8]>([])
    let (log, _) = try await record { stream, recorder in
      recorder.onEvent = { [onEvent = recorder.onEvent] recorder in
        if recorder.log.count == 1 {
          stream.write([9, 9, 9])
          stream.finish()
        }
        onEvent(recorder)
      }
    } peer: { peer in
      let bytes = [UInt8](repeating: 1, count: 100_000)
      for _ in 0..<5 { send(peer, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }
      var buffer = [UInt8](repeating: 0, count: 16)
      while true {
        let count = recv(peer, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        received.withLock { $0 += buffer.prefix(count) }
      }
      shutdown(peer, CInt(SHUT_WR))
    } until: {
      $0.log.last?.hasPrefix("closed") == true
    }
    #expect(log.last == "closed")
    #expect(received.withLock { $0 } == [9, 9, 9])
  }

  @Test("Writing to a closed peer only closes the stream")
  func gonePeer() async throws {
    let (log, _) = try await record { stream, recorder in
      recorder.onEvent = { [onEvent = recorder.onEvent] recorder in
        if recorder.log.last == "ended" { stream.write([1]) }
        onEvent(recorder)
      }
    } peer: { peer in
      shutdown(peer, CInt(SHUT_RDWR))
    } until: {
      $0.log.last?.hasPrefix("closed") == true
    }
    #expect(log.first == "ended" || log == ["closed"] || log.first?.hasPrefix("closed") == true)
  }
}
