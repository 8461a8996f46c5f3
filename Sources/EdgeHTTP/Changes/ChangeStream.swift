import Loop

/// One client's stream of a user's changes. Belongs to the edge's loop.
final class ChangeStream {
  unowned let connection: HTTPConnection
  let watch: ChangeWatch
  let credential: HeldCredential
  /// Its first event has gone out.
  private(set) var hasBegun = false
  /// The position of the last event that it was sent, or is owed.
  private(set) var seq: Int64 = 0
  /// For a client that does not read, or whose stream has not begun, events become one.
  private var owed: ChangeEvent?

  init(_ connection: HTTPConnection, _ watch: ChangeWatch, _ credential: HeldCredential) {
    self.connection = connection
    self.watch = watch
    self.credential = credential
  }

  /// `first` is the answer to its own question, and what came meanwhile is part of it.
  func begin(_ first: ChangeEvent) {
    var event = first
    if let owed, owed.seq > first.seq { event = first.joined(owed) }
    owed = nil
    hasBegun = true
    seq = event.seq
    connection.writeChunk(ChangeEvent.retry + event.bytes)
  }

  /// `bytes` are the event's.
  func send(_ event: ChangeEvent, _ bytes: [UInt8]) {
    seq = event.seq
    guard hasBegun, owed == nil, connection.stream.pendingOutputBytes <= Limits.unsentEventBytes else {
      owed = owed?.joined(event) ?? event
      return
    }
    connection.writeChunk(bytes)
  }

  /// The client has read what was written.
  func sendOwed() {
    guard hasBegun, let event = owed else { return }
    owed = nil
    connection.writeChunk(event.bytes)
  }

  func comment() {
    if connection.stream.pendingOutputBytes == 0 { connection.writeChunk(ChangeEvent.comment) }
  }
}

/// What is waited for on behalf of all streams of one user: one call, however many they are.
final class ChangeWatch {
  let user: String
  @exclusivity(unchecked) var streams: [ChangeStream] = []
  /// The position that the call waits behind.
  @exclusivity(unchecked) var seq: Int64 = 0
  /// The call that waits now, and how it is taken back.
  @exclusivity(unchecked) var isWaiting = false
  @exclusivity(unchecked) var cancel: (() -> Void)?

  init(user: String) {
    self.user = user
  }

  /// Sends the event to the streams that have not had it.
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
