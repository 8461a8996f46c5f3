public import Foundation

extension WaymarkClient {
  /// Writes everything that the server holds about the user to a file, while it comes. The file has its name only once
  /// the document is whole.
  public func exportAccount(to file: URL) async throws(APIError) {
    var call = Call.get("account", "export")
    call.bypassesCaches = true
    var token = try await tokens.token(refused: nil)
    var response = try await open(call, token)
    if response.status == 401 {
      let refused = token
      token = try await tokens.token(refused: refused)
      if token != refused { response = try await open(call, token) }
    }
    guard response.status == 200 else {
      throw APIError(await response.collected(upTo: Limits.eventLineBytes), now: time.now())
    }
    let part = file.appendingPathExtension("part")
    do throws(APIError) {
      try await Self.write(response.body, to: part)
      guard rename(part.path, file.path) == 0 else { throw .storage("The file cannot be replaced") }
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw error
    }
  }

  /// Removes all that the server holds about the user, for ever, with the token that this is asked with. Where the
  /// answer to a first try was lost, ``APIError/unauthorized`` says that it is done.
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

  /// A document without its last member was cut off.
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
