import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands on what a session's task receives, as it comes. `URLSession.bytes` is not there on every system.
final class StreamReceiver: NSObject, URLSessionDataDelegate {
  /// Who waits for the head, and what they get with it. The body is theirs alone: it ends the request when the last
  /// one who could read it is gone, so nothing here may keep it.
  private struct Reader {
    let continuation: CheckedContinuation<HTTPResponseStream, any Error>
    let body: AsyncThrowingStream<Data, any Error>
  }

  private let reader = Mutex<Reader?>(nil)
  private let chunks: AsyncThrowingStream<Data, any Error>.Continuation

  private init(_ chunks: AsyncThrowingStream<Data, any Error>.Continuation) {
    self.chunks = chunks
  }

  static func response(
    to request: URLRequest, on session: URLSession
  ) async throws(TransportFailure) -> HTTPResponseStream {
    let (body, chunks) = AsyncThrowingStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(Limits.unreadStreamChunks))
    let receiver = StreamReceiver(chunks)
    #if canImport(FoundationNetworking)
      let own = URLSession(configuration: session.configuration, delegate: receiver, delegateQueue: nil)
      let task = own.dataTask(with: request)
      own.finishTasksAndInvalidate()
    #else
      // The session's own delegate goes on judging certificates.
      let task = session.dataTask(with: request)
      task.delegate = receiver
    #endif
    chunks.onTermination = { _ in task.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          receiver.reader.withLock { $0 = Reader(continuation: continuation, body: body) }
          task.resume()
        }
      } onCancel: {
        task.cancel()
      }
    } catch {
      throw error as? TransportFailure ?? TransportFailure(error)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    if let reader = takeReader() {
      reader.continuation.resume(
        returning: HTTPResponseStream(status: response.statusCode, headers: response.headers, body: reader.body))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard case .dropped = chunks.yield(data) else { return }
    // What comes faster than it is read would fill the memory.
    chunks.finish(throwing: TransportFailure.interrupted)
    dataTask.cancel()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let failure = error.map(TransportFailure.init)
    takeReader()?.continuation.resume(throwing: failure ?? .interrupted)
    chunks.finish(throwing: failure)
  }

  private func takeReader() -> Reader? {
    reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
  }
}
