import Foundation
import Testing

@testable import Loop

@Suite("A deleted socket file")
struct UnixListenerTests {
  private func onLoop(_ body: @escaping @Sendable (Loop) throws -> Void) throws {
    let loop = try Loop()
    // Written on the loop, and read here when the loop has ended.
    nonisolated(unsafe) var outcome: Result<Void, any Error> = .success(())
    loop.execute {
      outcome = Result { try body(loop) }
      loop.stop()
    }
    loop.run()
    try outcome.get()
  }

  @Test("Is created again for the same listener")
  func madeAgain() throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let path = place.path
    try onLoop { loop in
      var count = 0
      let listener = try UnixListener(loop: loop, path: path) { stream in
        count += 1
        stream.close()
      }
      defer { listener.close() }
      close(try UnixSocket.connect(path: path))
      try FileManager.default.removeItem(atPath: path)
      try listener.keepFile()
      close(try UnixSocket.connect(path: path))
      try listener.keepFile()
      // The connection that waited at the old file is served too.
      #expect(count == 1)
    }
  }

  @Test("Is a permanent error if another process listens at its path")
  func takenOver() throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let path = place.path
    try onLoop { loop in
      let listener = try UnixListener(loop: loop, path: path) { $0.close() }
      defer { listener.close() }
      try FileManager.default.removeItem(atPath: path)
      let other = try UnixSocket.listen(path: path)
      defer { close(other) }
      let error = #expect(throws: UnixSocketError.self) { try listener.keepFile() }
      #expect(error?.isTaken == true)
    }
  }
}
