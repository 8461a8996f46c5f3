extension HTTPConnectionState {
  /// The part of a request or response that the connection reads or writes next.
  enum Phase {
    /// The head of the next request.
    case head
    /// The head is complete, and the edge decides about the request, possibly after requesting the user.
    case deciding
    /// The body or the response needs memory that is not free.
    case awaitingMemory(Purpose)
    case body(length: Int)
    case chunks
    /// The body is a file, which is written to the disk as it comes.
    case file(left: Int)
    case fileChunks
    /// A large body is complete and waits for its turn; `length` is nil if it came in chunks.
    case awaitingTurn(length: Int?)
    case responding
    /// The response has begun, and continues until the client or the edge ends it.
    case streaming
    /// The response does not depend on the body, which is discarded.
    case discarding(left: Int)
    case discardingChunks
    case closing
  }

  /// The purpose of reserved memory.
  enum Purpose: Equatable {
    case body, chunks, response
  }

  /// The next step of the connection's owner.
  enum Action {
    /// Nothing, until something else happens.
    case wait
    /// The bytes are used up; more may be received at once.
    case proceed
    /// Stop reading until the client has read its responses.
    case pause
    /// Decide about the request whose head is complete.
    case decide
    /// Reserve memory for a body of unknown length.
    case reserve(Int)
    /// Ask for the turn of a large body.
    case requestTurn(bytes: Int)
    /// Handle the request, whose body is the first bytes.
    case dispatch(length: Int)
    /// Handle the request, whose body is in `takeContent`.
    case dispatchChunks
    /// Write these first bytes to the file.
    case write(count: Int, isLast: Bool)
    /// Write `takeContent` to the file.
    case writeChunks(isLast: Bool)
    /// The body is discarded: send the held response, if any. The next request may follow.
    case endRequest
    /// Send the held response, if any, and close.
    case respondAndClose
    /// The head or the body is invalid or late: send an error response and close.
    case reject(RequestProblem)
    /// Memory was not available in time.
    case rejectForMemory
    /// Send a comment to the stream.
    case comment
    case endStream
    /// Release the request, and close when everything is sent.
    case finish
    /// Close at once.
    case close
  }
}
