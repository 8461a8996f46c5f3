import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands on what a session's task receives, as it comes. `URLSession.bytes` is not there on every system.
final class StreamReceiver: NSObject, URLSessionDataDelegate {
  private let head = Mutex<CheckedContinuation<HTTPResponseStream, any Error>?>(nil)
  private let body: AsyncThrowingStream<Data, any Error>
  private let chunks: AsyncThrowingStream<Data, any Error>.Continuation

  override init() {
    (body, chunks) = AsyncThrowingStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(Limits.unreadStreamChunks))
  }

  func response(to request: URLRequest, on session: URLSession) async throws(TransportFailure) -> HTTPResponseStream {
    #if canImport(FoundationNetworking)
      let own = URLSession(configuration: session.configuration, delegate: self, delegateQueue: nil)
      let task = own.dataTask(with: request)
      own.finishTasksAndInvalidate()
    #else
      // The session's own delegate goes on judging certificates.
      let task = session.dataTask(with: request)
      task.delegate = self
    #endif
    chunks.onTermination = { _ in task.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          head.withLock { $0 = continuation }
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
    let stream = HTTPResponseStream(status: response.statusCode, headers: response.headers, body: body)
    takeHead()?.resume(returning: stream)
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
    takeHead()?.resume(throwing: failure ?? .interrupted)
    chunks.finish(throwing: failure)
  }

  private func takeHead() -> CheckedContinuation<HTTPResponseStream, any Error>? {
    head.withLock { head in
      defer { head = nil }
      return head
    }
  }
}
