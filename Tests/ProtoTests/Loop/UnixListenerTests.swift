import Foundation
import Testing

@testable import Loop

@Suite("A socket's file that is deleted")
struct UnixListenerTests {
  private func onLoop(_ body: @escaping @Sendable (Loop) throws -> Void) throws {
    let loop = try Loop()
    // Written on the loop, and read here once the loop has ended.
    nonisolated(unsafe) var outcome: Result<Void, any Error> = .success(())
    loop.execute {
      outcome = Result { try body(loop) }
      loop.stop()
    }
    loop.run()
    try outcome.get()
  }

  @Test("It is made again, and leads to the same listener")
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
      // The one that waited at the old name is served too.
      #expect(count == 1)
    }
  }

  @Test("Where another process listens at its name by now, that is an error for good")
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
