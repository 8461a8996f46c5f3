import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and waits for the whole body. `data(for:)` would do the same, but cancelling it on Linux can block
  /// forever; see `cancelWithoutWaiting`.
  func wholeResponse(to request: URLRequest) async throws -> (Data, URLResponse) {
    let running = Mutex<URLSessionTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = dataTask(with: request) { body, response, error in
          if error == nil, let body, let response {
            continuation.resume(returning: (body, response))
          } else {
            continuation.resume(throwing: error ?? TransportFailure.interrupted)
          }
        }
        running.withLock { $0 = task }
        task.resume()
        // The cancellation handler may have been called before there was a task.
        if Task.isCancelled { task.cancelWithoutWaiting() }
      }
    } onCancel: {
      running.withLock { $0 }?.cancelWithoutWaiting()
    }
  }
}

extension URLSessionTask {
  /// Cancels the request from another thread. Cancellation handlers must not wait, because the runtime holds a lock of
  /// the task while it calls them. On Linux, `cancel()` waits for the queue on which responses are completed, and
  /// completing a response can need that lock.
  func cancelWithoutWaiting() {
    DispatchQueue.global().async { self.cancel() }
  }
}
