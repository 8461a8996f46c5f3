import Glibc
import Testing

@testable import Loop

@Suite struct UnixSocketTests {
  @Test("Only the owner can access the directory and the socket")
  func modes() throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let listener = try UnixSocket.listen(path: place.path)
    defer { close(listener) }
    var status = stat()
    #expect(stat(place.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(stat(place.directory + "/run", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("Replaces the file of a process that has ended, but not of a running one")
  func staleAndLive() throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let first = try UnixSocket.listen(path: place.path)
    let error = #expect(throws: UnixSocketError.self) { try UnixSocket.listen(path: place.path) }
    #expect(error?.description.contains("another process is listening there") == true)
    close(first)
    let second = try UnixSocket.listen(path: place.path)
    close(try UnixSocket.connect(path: place.path))
    close(second)
  }

  @Test("Does not replace a file that is not a socket")
  func notASocket() throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    close(try UnixSocket.listen(path: place.path))
    let path = place.directory + "/run/file"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let error = #expect(throws: UnixSocketError.self) { try UnixSocket.listen(path: path) }
    #expect(error?.description.contains("is not a socket") == true)
    #expect(access(path, F_OK) == 0)
  }

  @Test("Rejects a path that is too long for an address")
  func longPath() {
    let path = "/tmp/" + String(repeating: "x", count: 108)
    let error = #expect(throws: UnixSocketError.self) { try UnixSocket.listen(path: path) }
    #expect(error?.description.contains("at most 107 bytes") == true)
  }

  @Test("Both ends of a pair have the own user id")
  func peerUser() throws {
    let (one, other) = try SocketOptions.pair()
    defer {
      close(one)
      close(other)
    }
    #expect(SocketOptions.peerUserID(one) == geteuid())
    #expect(!SocketOptions.isListening(one))
  }
}
