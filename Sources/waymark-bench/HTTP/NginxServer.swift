import Glibc
import Proto
import Service

/// nginx with one worker and `return 200`, if it is installed.
final class NginxServer {
  let address: ListenAddress
  private let pid: pid_t
  private let directory: String

  init?() throws {
    guard access("/usr/sbin/nginx", X_OK) == 0 else { return nil }
    var template = Array("/tmp/waymark-nginx-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let probe = try TCPSocket.listen(host: "127.0.0.1", port: 0)
    address = ListenAddress(host: "127.0.0.1", port: TCPSocket.boundPort(probe) ?? 0)
    close(probe)
    try Files.replace(
      directory + "/nginx.conf",
      with: """
        daemon off; master_process off; pid \(directory)/pid; error_log /dev/null;
        events { worker_connections 256; }
        http {
          access_log off; keepalive_requests 100000000;
          server {
            listen \(address);
            location / { default_type application/json; return 200 '\(String(repeating: "x", count: 158))'; }
          }
        }

        """)
    pid = try BenchStack.spawn(
      "/usr/sbin/nginx", ["nginx", "-p", directory, "-c", directory + "/nginx.conf"], output: nil)
    for _ in 0..<500 {
      if let socket = TCP.connect(address) {
        close(socket)
        return
      }
      usleep(10_000)
    }
    stop()
    return nil
  }

  var processorNanoseconds: UInt64 { ProcessorTime.of(process: pid) }

  func stop() {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    if let removal = try? BenchStack.spawn("/bin/rm", ["rm", "-rf", directory], output: nil) {
      waitpid(removal, &status, 0)
    }
  }
}
