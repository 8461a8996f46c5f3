@testable import EdgeHTTP

extension FuzzTarget {
  /// The requests and the rejection must not depend on the chunks.
  func checkRequests(_ bytes: [UInt8]) {
    let whole = RequestsSeen(of: [bytes[...]])
    for cut in [bytes.count / 3, bytes.count * 2 / 3] {
      precondition(RequestsSeen(of: [bytes[..<cut], bytes[cut...]]) == whole, "the requests depend on the chunks")
    }
    guard bytes.count < 256 else { return }
    precondition(
      RequestsSeen(of: bytes.indices.map { bytes[$0...$0] }) == whole, "the requests depend on chunks of one byte")
  }
}

/// The requests of one connection, read like the connection.
private struct RequestsSeen: Equatable {
  private enum Part {
    case head, chunks
    case body(Int)
  }

  private var requests: [String] = []
  private var rejection: Int?

  init(of pieces: [ArraySlice<UInt8>]) {
    var buffer: [UInt8] = []
    var part = Part.head
    var parser = RequestParser(at: 0)
    var chunks = ChunkedBody(at: 0)
    for piece in pieces {
      buffer += piece
      var isOpen = true
      while isOpen, rejection == nil {
        switch part {
        case .head: isOpen = takeHead(&buffer, &parser, &part, &chunks)
        case .body(let length):
          isOpen = buffer.count >= length
          guard isOpen else { break }
          requests.append("\(buffer[..<length])")
          buffer.removeFirst(length)
          part = .head
        case .chunks:
          isOpen = takeChunks(&buffer, &chunks)
          if isOpen { part = .head }
        }
      }
    }
  }

  private mutating func takeHead(
    _ buffer: inout [UInt8], _ parser: inout RequestParser, _ part: inout Part, _ chunks: inout ChunkedBody
  ) -> Bool {
    switch parser.advance(buffer.span) {
    case .more: return false
    case .rejected(let error):
      rejection = error.status
      return false
    case .head:
      requests.append(describe(parser, buffer))
      let length = parser.head.contentLength ?? 0
      guard length <= Limits.bodyBytes else {
        rejection = 413
        return false
      }
      part = parser.head.isChunked ? .chunks : length > 0 ? .body(length) : .head
      buffer.removeFirst(parser.head.end)
      parser = RequestParser(at: 0)
      chunks = ChunkedBody(at: 0)
      return true
    }
  }

  private mutating func takeChunks(_ buffer: inout [UInt8], _ chunks: inout ChunkedBody) -> Bool {
    do throws(RequestProblem) {
      switch try chunks.advance(buffer.span) {
      case .more:
        let taken = chunks.taken
        chunks.shift(by: taken)
        buffer.removeFirst(taken)
        return false
      case .end(let end):
        precondition(chunks.content.count <= Limits.bodyBytes)
        requests.append("\(chunks.content)")
        buffer.removeFirst(end)
        return true
      }
    } catch {
      rejection = error.status
      return false
    }
  }

  private func describe(_ parser: RequestParser, _ buffer: [UInt8]) -> String {
    let head = parser.head
    let bytes = buffer.span
    precondition(!(head.isChunked && head.contentLength != nil), "two lengths")
    precondition(head.end <= buffer.count && head.end >= 4, "the end is out of range")
    precondition(bytes.equals((head.end - 4)..<head.end, "\r\n\r\n"), "the head does not end with an empty line")
    precondition(head.host != nil || !head.isHTTP11, "no host")
    let path = bytes.text(head.path)
    precondition(path.hasPrefix("/") || path == "*" && head.verb == .options, "the path is not valid")
    let places = [
      head.path, head.query, head.host, head.origin, head.authorization, head.contentType, head.contentEncoding,
      head.idempotencyKey, head.requestID, head.traceparent, head.requestedMethod, head.requestedHeaders,
    ]
    for place in places + parser.ifNoneMatch {
      guard let place else { continue }
      precondition(
        place.upperBound <= head.end && bytes.isFieldValue(place), "a field value contains control characters")
    }
    let texts = (places + parser.ifNoneMatch).map { $0.map { bytes.array($0).description } ?? "-" }
    let flags = "\(head.isHTTP11) \(head.keepsAlive) \(head.expectsContinue) \(head.isChunked)"
    return "\(head.verb) \(texts) \(flags) \(head.contentLength ?? -1)"
  }
}
