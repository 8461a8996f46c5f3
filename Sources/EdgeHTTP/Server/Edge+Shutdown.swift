import Proto

/// Connections that are too many, and the end of all.
extension Edge {
  /// One connection too many gets a short answer. It is kept for as long as the client takes to read it, but there are
  /// not many such.
  func turnAway(_ stream: SocketStream) {
    let problem = ProblemBody.answer(503, "too many connections", fields: FieldLines.retrySoon)
    var frame = AnswerWriter.Frame()
    frame.keepsAlive = false
    requestIDs.next(&frame.requestID)
    stream.lingerMilliseconds = Int(Limits.lingerMilliseconds)
    guard (try? stream.start(IgnoringHandler())) != nil else { return }
    stream.write { output in answers.append(problem, frame, second: second, to: &output) }
    stream.finish()
    turnedAway.add(stream)
  }

  /// No further connections. What is there already, or is on its way at this moment, is answered with the word that the
  /// connection ends; then those that wait for nothing are let go.
  func stop() {
    isStopping = true
    changes.stop()
    imports.stop()
    loop.schedule(afterMilliseconds: Limits.graceMilliseconds) { [self] in
      isGraceOver = true
      for connection in allConnections { connection.drain() }
    }
    loop.schedule(afterMilliseconds: Limits.patienceMilliseconds) { [self] in
      isPatienceOver = true
      for connection in allConnections { connection.drain() }
    }
  }

  /// What keeps the process from ending: requests that are being answered, answers that are being sent, and for a
  /// moment all.
  var unfinished: Int {
    guard isStopping else { return metrics.inFlight }
    return isGraceOver ? allConnections.count { !$0.isLetGo } : max(1, metrics.inFlight)
  }
}

/// The last connections that were turned away; one more closes the oldest.
struct TurnedAway {
  private var streams: [SocketStream?]
  private var next = 0

  init(count: Int) {
    streams = Array(repeating: nil, count: max(1, count))
  }

  mutating func add(_ stream: SocketStream) {
    streams[next]?.close()
    streams[next] = stream
    next = (next + 1) % streams.count
  }
}

/// Listens to nothing that a client still says.
private final class IgnoringHandler: SocketStreamHandler {
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int { bytes.count }
  func ended(_ stream: SocketStream) {}
  func closed(_ stream: SocketStream, error: SystemError?) {}
}
