import Foundation
import Glibc
import Synchronization

/// A relay between clients and a server on Unix sockets. It counts round trips and cuts connections on request.
public final class PostgresRelay: Sendable {
  /// The fate of the next commit.
  public enum Cut: Sendable {
    /// The server does not receive it.
    case before
    /// The server commits, but the reply is lost.
    case after
  }

  private struct State {
    var cut: Cut?
    var turns = 0
    var commits = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let target: String
  private let listener: Int32
  /// The directory that clients use as the server's.
  public let folder: String

  public init(to server: PostgresServer) throws {
    target = server.folder + "/.s.PGSQL.5432"
    // A socket's path must be short, and a user's temporary directory may be long.
    folder = "/tmp/relay-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = Self.socket(folder + "/.s.PGSQL.5432") { bind($0, $1, $2) }
    guard listener >= 0, listen(listener, 64) == 0 else { throw PostgresServer.NotStarted() }
    Thread.detachNewThread { [self] in accept() }
  }

  /// Returns the number of round trips since the last call.
  public func takeTurns() -> Int {
    state.withLock { state in
      defer { state.turns = 0 }
      return state.turns
    }
  }

  /// The number of commits with a reply.
  public var commits: Int { state.withLock { $0.commits } }

  public func cutNextCommit(_ cut: Cut) {
    state.withLock { $0.cut = cut }
  }

  public var isCutDone: Bool { state.withLock { $0.cut == nil } }

  public func end() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func socket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let made = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      close(made)
      return -1
    }
    return made
  }

  private func accept() {
    while !state.withLock(\.isClosed) {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { break }
      Thread.detachNewThread { [self] in pass(client) }
    }
    close(listener)
  }

  private func pass(_ client: Int32) {
    let server = Self.socket(target) { connect($0, $1, $2) }
    defer {
      close(client)
      if server >= 0 { close(server) }
    }
    guard server >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isAnswering = true
    var isCommitting = false
    var isCut = false
    while true {
      var both = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&both, 2, 20_000) > 0 else { return }
      if both[0].revents != 0 {
        let count = read(client, &buffer, buffer.count)
        guard count > 0 else { return }
        let hasCommit = Data(buffer[..<count]).range(of: Data("COMMIT\0".utf8)) != nil
        isCommitting = isCommitting || hasCommit
        if hasCommit, let cut = takeCut() {
          if cut == .before { return }
          isCut = true
        }
        if isAnswering { state.withLock { $0.turns += 1 } }
        isAnswering = false
        guard send(buffer[..<count], to: server) else { return }
      }
      if both[1].revents != 0 {
        let count = read(server, &buffer, buffer.count)
        guard count > 0, !isCut else { return }
        isAnswering = true
        if isCommitting { state.withLock { $0.commits += 1 } }
        isCommitting = false
        guard send(buffer[..<count], to: client) else { return }
      }
    }
  }

  private func takeCut() -> Cut? {
    state.withLock { state in
      defer { state.cut = nil }
      return state.cut
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
