import CLinux
import Glibc
import Proto
import Service

/// The server process of a measurement.
struct BenchPartner {
  enum Kind: String {
    case raw, typed
  }

  let path: String
  private let directory: String
  private let pid: pid_t

  init(_ kind: Kind) throws {
    var template = Array("/tmp/waymark-bench-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchFailure("cannot create a directory in /tmp: \(Errno.text)") }
    directory = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    path = directory + "/socket"
    let environment =
      CStrings.copy(current_environment()).filter { !$0.hasPrefix("LISTEN_") } + [
        "\(RPCBench.variable)=\(kind.rawValue) \(path)"
      ]
    var child: pid_t = 0
    let failure = CStrings.with(["waymark-bench"]) { argv in
      CStrings.with(environment) { envp in posix_spawn(&child, "/proc/self/exe", nil, nil, argv, envp) }
    }
    guard failure == 0 else {
      throw BenchFailure("cannot start a partner process: \(String(cString: strerror(failure)))")
    }
    pid = child
  }

  func stop() {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    unlink(path)
    rmdir(directory)
  }

  /// Connects to the partner, which may still be starting.
  static func connect(_ path: String) throws -> CInt {
    for _ in 0..<1000 {
      if let descriptor = try? UnixSocket.connect(path: path) { return descriptor }
      usleep(5_000)
    }
    throw BenchFailure("the partner process did not start")
  }
}
