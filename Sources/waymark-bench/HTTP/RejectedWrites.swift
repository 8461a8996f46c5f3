import CLinux
import Glibc
import JSON
import Service

/// Another client that sends one write at a time, which the session service rejects in its transaction. It is driven by
/// the thread of the load, so that it takes no processor from the server between its requests.
final class RejectedWrites {
  private static let pauseNanoseconds: UInt64 = 500_000_000

  private let socket: Int32
  private let request: [UInt8]
  private var nextAt: UInt64 = 0
  private(set) var count = 0

  init(_ stack: BenchStack, token: String) throws(BenchFailure) {
    guard let socket = TCP.connect(stack.address) else { throw BenchFailure("cannot connect to \(stack.address)") }
    self.socket = socket
    let body: JSONValue = [
      "storyId": "missing", "startedAt": "2010-01-01T00:00:00Z", "endedAt": "2010-01-01T00:05:00Z", "completed": true,
    ]
    request = stack.request("POST", "/analytics/sessions", body: body.json, token: token)
  }

  deinit {
    close(socket)
  }

  /// Sends the next write if half a second has passed since the last one.
  func sendIfDue() {
    let now = Clock.nanoseconds
    guard now >= nextAt else { return }
    nextAt = now + Self.pauseNanoseconds
    var response = [UInt8](repeating: 0, count: 4_096)
    let received = recv(socket, &response, response.count, Int32(MSG_DONTWAIT))
    if received > 12, response.starts(with: "HTTP/1.1 4".utf8) { count += 1 }
    _ = send(socket, request, request.count, Int32(MSG_NOSIGNAL))
  }
}
