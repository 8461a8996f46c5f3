import Loop

/// One client's stream of a user's changes. Belongs to the edge's loop.
final class ChangeStream {
  unowned let connection: HTTPConnection
  let watch: ChangeWatch
  let credential: HeldCredential
  /// The first event was sent.
  private(set) var hasBegun = false
  /// The position of the last event that was sent or is pending.
  private(set) var seq: Int64 = 0
  /// Events for a client that does not read, or whose stream has not begun, are merged into one.
  private var pending: ChangeEvent?

  init(_ connection: HTTPConnection, _ watch: ChangeWatch, _ credential: HeldCredential) {
    self.connection = connection
    self.watch = watch
    self.credential = credential
  }

  /// Sends the first event, which is the reply to the client's request, together with what came meanwhile.
  func begin(_ first: ChangeEvent) {
    var event = first
    if let pending, pending.seq > first.seq { event = first.joined(pending) }
    pending = nil
    hasBegun = true
    seq = event.seq
    connection.writeChunk(ChangeEvent.retry + event.bytes)
  }

  /// `bytes` are those of the event.
  func send(_ event: ChangeEvent, _ bytes: [UInt8]) {
    seq = event.seq
    guard hasBegun, pending == nil, connection.stream.pendingOutputBytes <= Limits.unsentEventBytes else {
      pending = pending?.joined(event) ?? event
      return
    }
    connection.writeChunk(bytes)
  }

  /// The client has read what was sent.
  func sendPending() {
    guard hasBegun, let event = pending else { return }
    pending = nil
    connection.writeChunk(event.bytes)
  }

  func sendComment() {
    if connection.stream.pendingOutputBytes == 0 { connection.writeChunk(ChangeEvent.comment) }
  }
}

/// The one call that waits for changes of a user, for all streams of that user.
final class ChangeWatch {
  let user: String
  private(set) var streams: [ChangeStream] = []
  /// The position after which the call waits.
  private(set) var seq: Int64 = 0
  private(set) var isWaiting = false
  private var cancelCall: (() -> Void)?

  init(user: String) {
    self.user = user
  }

  func add(_ stream: ChangeStream) { streams.append(stream) }

  /// False if the stream is not one of these.
  func remove(_ stream: ChangeStream) -> Bool {
    guard let place = streams.firstIndex(where: { $0 === stream }) else { return false }
    streams.remove(at: place)
    return true
  }

  func begin(at seq: Int64) { self.seq = seq }
  func startWaiting() { isWaiting = true }
  func stopWaiting() { isWaiting = false }

  /// Remembers how to cancel the call that waits.
  func callStarted(_ cancel: (() -> Void)?) { cancelCall = cancel }
  func callEnded() { cancelCall = nil }

  func cancel() {
    cancelCall?()
    cancelCall = nil
  }

  /// Sends the event to the streams that have not received it. Returns how many they are.
  func deliver(_ event: ChangeEvent) -> Int {
    let beganAgain = event.seq < seq
    seq = event.seq
    let bytes = event.bytes
    var count = 0
    for stream in streams where beganAgain ? stream.seq != event.seq : stream.seq < event.seq {
      stream.send(event, bytes)
      count += 1
    }
    return count
  }
}
