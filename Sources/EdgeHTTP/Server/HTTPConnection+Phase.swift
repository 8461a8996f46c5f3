extension HTTPConnection {
  /// What is read or written next.
  enum Phase {
    case head
    /// The head is read, and the edge decides about it, perhaps asking a service for the credentials.
    case deciding
    /// Its body or its answer would take more memory than there is room for.
    case waiting(Purpose)
    case body(length: Int)
    case chunks
    /// The body is a file that goes on to the disk.
    case filing(left: Int)
    case filingChunks
    /// The body is there, nil where it came in chunks, and is large: others have their turn first.
    case due(length: Int?)
    case answering
    /// The answer has begun, and goes on for as long as both ends like.
    case streaming
    /// Answered before its body was read, which is now passed over.
    case discarding(left: Int)
    case discardingChunks
    case closing
  }

  /// What there must be room for.
  enum Purpose {
    case body, chunks, answer
  }
}
