import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Delivers the bytes of a data task as they are received. `URLSession.bytes` is not available on Linux.
final class StreamReceiver: NSObject, URLSessionDataDelegate {
  /// The caller that waits for the headers, and the body it will get. No other reference to the body may exist: the
  /// request ends when its last reader is gone.
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
      // The session's own delegate still checks certificates.
      let task = session.dataTask(with: request)
      task.delegate = receiver
    #endif
    chunks.onTermination = { _ in task.cancelWithoutWaiting() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          receiver.reader.withLock { $0 = Reader(continuation: continuation, body: body) }
          task.resume()
        }
      } onCancel: {
        task.cancelWithoutWaiting()
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
    // Buffering without limit would exhaust memory.
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
