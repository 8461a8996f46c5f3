import Glibc
import Synchronization
import Testing

@testable import Loop

@Suite struct SocketListenerTests {
  /// Returns the calls of a listener whose `accept` fails `times` times with this error before it works.
  private func notes(failing error: CInt, times: Int) async throws -> (rejected: [CInt], accepted: Int) {
    let place = try TemporarySocket()
    defer { place.remove() }
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let descriptor = try UnixSocket.listen(path: place.path)
    let failures = Mutex(times)
    let noted = Mutex((rejected: [CInt](), accepted: 0))
    loop.execute {
      let listener = try? SocketListener(
        loop: loop, adopting: descriptor, rejected: { error in noted.withLock { $0.rejected.append(error.number) } },
        accept: { descriptor, _ in
          let isFailing = failures.withLock { left in
            left -= 1
            return left >= 0
          }
          guard isFailing else {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 { SocketOptions.setNonBlocking(connection) }
            return connection
          }
          errno = error
          return -1
        },
        accepted: { stream in
          noted.withLock { $0.accepted += 1 }
          stream.close()
        })
      _ = listener
    }
    let clients = try (0..<4).map { _ in try UnixSocket.connect(path: place.path) }
    defer { for client in clients { close(client) } }
    #expect(try await eventually { noted.withLock { $0.accepted > 0 } })
    return noted.withLock { $0 }
  }

  @Test(
    "Reports each failure for lack of descriptors or memory, and continues to accept",
    arguments: [EMFILE, ENFILE, ENOMEM])
  func reported(error: CInt) async throws {
    // A listener that uses its reserve accepts twice.
    let (rejected, _) = try await notes(failing: error, times: 3)
    #expect(rejected.count >= 2 && rejected.count <= 3)
    #expect(rejected.allSatisfy { $0 == error })
  }

  @Test("Does not report a peer that disconnected before it was accepted")
  func goneAway() async throws {
    #expect(try await notes(failing: ECONNABORTED, times: 3).rejected.isEmpty)
  }
}
