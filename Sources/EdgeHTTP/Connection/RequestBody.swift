/// The limits of a request's body.
struct BodyRules: Equatable {
  /// The greatest body that is kept in memory.
  var most = Limits.bodyBytes
  /// The greatest body that is read and discarded if the response does not depend on it.
  var mostDiscarded = Limits.bodyBytes
  /// Whether each part that arrives extends the time limit.
  var isSlow = false

  static let api = BodyRules()
  /// Some clients read the response only after they have sent the whole body.
  static func connector(most: Int) -> BodyRules {
    BodyRules(most: most, mostDiscarded: Limits.fileBytes, isSlow: true)
  }
}

/// The body of the current request, as far as the connection holds it.
struct RequestBody {
  private var chunks = ChunkedBody(at: 0)
  /// The body has had its turn to be read.
  private var hasTurn = false
  /// Memory was reserved for a chunked body.
  private var hasMemory = false
  /// The time limit of a file or of another body that may arrive slowly.
  private(set) var slowDeadline: UInt64 = 0

  var bufferedBytes: Int { chunks.content.count }
  var bufferCapacity: Int { chunks.content.capacity }

  mutating func begin(_ rules: BodyRules, now: UInt64) {
    chunks = ChunkedBody(at: 0, most: rules.most)
    setSlowDeadline(now: now)
    hasTurn = false
    hasMemory = false
  }

  mutating func beginFile(now: UInt64) {
    chunks = ChunkedBody(at: 0, most: Limits.fileBytes)
    setSlowDeadline(now: now)
  }

  mutating func beginDiscarding(_ rules: BodyRules, now: UInt64) {
    chunks = ChunkedBody(at: 0, keepsContent: false, most: rules.mostDiscarded)
    setSlowDeadline(now: now)
  }

  private mutating func setSlowDeadline(now: UInt64) {
    slowDeadline = now + UInt64(Limits.uploadMilliseconds) * 1_000_000
  }

  mutating func advance(_ bytes: Span<UInt8>) throws(RequestProblem) -> ChunkedBody.Step { try chunks.advance(bytes) }

  /// The bytes before the returned place are used up.
  mutating func dropTaken() -> Int {
    let taken = chunks.taken
    chunks.shift(by: taken)
    return taken
  }

  /// True once, when a chunked body has turned out to be large.
  mutating func needsMemory() -> Bool {
    guard !hasMemory, bufferedBytes > Limits.smallBytes else { return false }
    hasMemory = true
    return true
  }

  mutating func grantTurn() { hasTurn = true }

  mutating func takeTurn() -> Bool {
    defer { hasTurn = false }
    return hasTurn
  }

  mutating func takeContent() -> [UInt8] { chunks.takeContent() }

  mutating func release() {
    if !chunks.content.isEmpty { chunks = ChunkedBody(at: 0) }
  }
}
