import Foundation
import Programs

/// An edge without any service.
final class EdgeWithoutServices {
  let program: Program
  private(set) var port: UInt16 = 0

  init(folder: TemporaryFolder, port: UInt16) throws {
    let probe = try FreePort()
    self.port = probe.port
    program = try Program(
      Executable.path, ["serve", "edge", "--data", folder.path + "/data", "--listen", "127.0.0.1:\(probe.port)"])
    let client = HTTPClient(port: probe.port)
    try eventually("the edge responds") { try client.get("/healthz").status == 200 }
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
