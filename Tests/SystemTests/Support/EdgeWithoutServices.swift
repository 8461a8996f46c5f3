import Foundation
import Programs

/// An edge without any service.
final class EdgeWithoutServices {
  let program: Program
  let port: UInt16

  /// Another process may take a port that was free a moment ago; the edge then exits and is started with another one.
  init(folder: TemporaryFolder) throws {
    var attempt = 0
    while true {
      attempt += 1
      let probe = try FreePort()
      let started = try Program(
        Executable.path, ["serve", "edge", "--data", folder.path + "/data", "--listen", "127.0.0.1:\(probe.port)"])
      let client = HTTPClient(port: probe.port)
      let responds = try found("the edge responds or exits") {
        guard started.isRunning else { return false }
        return try client.get("/healthz").status == 200 ? true : nil
      }
      guard !responds else {
        (program, port) = (started, probe.port)
        return
      }
      guard attempt < 10 else { throw HTTPFailure(description: "the edge exits at once, ten times") }
    }
  }

  deinit {
    program.end()
  }
}

/// A port that was free a moment ago.
struct FreePort {
  let port: UInt16

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let known = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard known else { throw HTTPFailure(description: "no free port") }
    port = UInt16(bigEndian: address.sin_port)
  }
}
