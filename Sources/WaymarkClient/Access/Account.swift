public import Foundation

extension WaymarkClient {
  /// Writes all data that the server holds about the user to a file, as one JSON document. The file appears at its URL
  /// only after the document is complete.
  public func exportAccount(to file: URL) async throws(APIError) {
    var call = Call.get("account", "export")
    call.bypassesCaches = true
    var token = try await tokens.token(rejected: nil)
    var response = try await open(call, token)
    if response.status == 401 {
      let rejected = token
      token = try await tokens.token(rejected: rejected)
      if token != rejected { response = try await open(call, token) }
    }
    guard response.status == 200 else {
      throw APIError(await response.collected(upTo: Limits.eventLineBytes), now: time.now())
    }
    let part = file.appendingPathExtension("part")
    do throws(APIError) {
      try await Self.write(response.body, to: part)
      guard rename(part.path, file.path) == 0 else {
        let reason = String(cString: strerror(errno))
        throw .storage("\(file.lastPathComponent) cannot be replaced: \(reason)")
      }
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw error
    }
  }

  /// Deletes the account permanently with all data and tokens. If the response to a first attempt was lost, this throws
  /// ``APIError/unauthorized`` because the account no longer exists.
  public func deleteAccount() async throws(APIError) {
    _ = try await send(.delete("account"))
  }

  private func open(_ call: Call, _ token: String) async throws(APIError) -> HTTPResponseStream {
    do throws(TransportFailure) {
      return try await transport.stream(call.request(to: baseURL, token: token))
    } catch {
      throw error == .cancelled ? .cancelled : .networkUnavailable
    }
  }

  /// The last member of a complete document.
  private static let end = Data("\"complete\":true}\n".utf8)

  private static func write(_ body: AsyncThrowingStream<Data, any Error>, to part: URL) async throws(APIError) {
    try stored { try Data().write(to: part) }
    var handle: FileHandle?
    try stored { handle = try FileHandle(forWritingTo: part) }
    defer { try? handle?.close() }
    var chunks = body.makeAsyncIterator()
    var tail = Data()
    while true {
      let next: Data?
      do { next = try await chunks.next() } catch {
        throw error as? TransportFailure == .cancelled || error is CancellationError ? .cancelled : .networkUnavailable
      }
      guard let next else { break }
      tail = (tail + next.suffix(end.count)).suffix(end.count)
      try stored { try handle?.write(contentsOf: next) }
    }
    if Task.isCancelled { throw .cancelled }
    guard tail == end else { throw .networkUnavailable }
    try stored { try handle?.synchronize() }
  }

  private static func stored(_ work: () throws -> Void) throws(APIError) {
    do { try work() } catch { throw .storage("\(error)") }
  }
}
