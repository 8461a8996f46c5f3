/// The body of the current request, as far as the connection holds it.
struct RequestBody {
  private var chunks = ChunkedBody(at: 0)
  /// The body has had its turn to be read.
  private var hasTurn = false
  /// Memory was reserved for a chunked body.
  private var hasMemory = false
  private(set) var fileDeadline: UInt64 = 0

  var bufferedBytes: Int { chunks.content.count }
  var bufferCapacity: Int { chunks.content.capacity }

  mutating func begin() {
    chunks = ChunkedBody(at: 0)
    hasTurn = false
    hasMemory = false
  }

  mutating func beginFile(now: UInt64) {
    chunks = ChunkedBody(at: 0, most: Limits.fileBytes)
    fileDeadline = now + UInt64(Limits.uploadMilliseconds) * 1_000_000
  }

  mutating func beginDiscarding() {
    chunks = ChunkedBody(at: 0, keepsContent: false)
  }

  mutating func advance(_ bytes: Span<UInt8>) throws(Refusal) -> ChunkedBody.Step { try chunks.advance(bytes) }

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
