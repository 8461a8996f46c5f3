import CLinux
import Chronology
import Glibc
import Operations
import Service
import SessionSvc

/// A running stack for a benchmark, with a temporary data directory. It runs the `waymark` next to this executable.
final class BenchStack {
  let settings: Settings
  let address: ListenAddress
  let token: String
  private let pid: pid_t
  private let output: Int32

  /// Returns when the stack is ready. The database URL is passed in the environment, where other users cannot see its
  /// password.
  init(database: String? = nil) throws {
    var template = Array("/tmp/waymark-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchFailure("cannot create a directory: \(Errno.text)") }
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var settings = Settings(data: directory + "/data")
    settings.database = database
    self.settings = settings
    if let database { setenv("WAYMARK_DATABASE", database, 1) } else { unsetenv("WAYMARK_DATABASE") }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchFailure("cannot create a pipe: \(Errno.text)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    pid = try BenchStack.spawn(
      try Self.executable(),
      ["waymark", "up", "--data", settings.data, "--listen", "127.0.0.1:0", "--log-level", "error"], output: ends[1])
    close(ends[1])
    guard let ready = BenchStack.line(from: output, containing: "waymark ready http://"),
      let place = ready.split(separator: "/").last
    else {
      kill(pid, SIGTERM)
      throw BenchFailure("the stack for the benchmark did not start; try 'waymark up'")
    }
    address = try ListenAddress(parsing: String(place))
    token = try JournalAccess.withTokens(settings, .writing) { tokens in
      try await tokens.create(user: "me", name: "waymark-bench", now: .now).token
    }
  }

  /// Starts a program that writes to `output` and whose standard error is discarded.
  static func spawn(_ path: String, _ arguments: [String], output: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var child: pid_t = 0
    let failure = CStrings.with(arguments) { argv in
      CStrings.with(CStrings.copy(current_environment())) { envp in
        posix_spawn(&child, path, &actions, nil, argv, envp)
      }
    }
    guard failure == 0 else { throw BenchFailure("cannot start \(path): \(String(cString: strerror(failure)))") }
    return child
  }

  static func executable() throws(BenchFailure) -> String {
    guard let own = Files.real("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      throw BenchFailure("cannot find the path of this executable")
    }
    let path = own[..<slash] + "/waymark"
    guard access(String(path), X_OK) == 0 else { throw BenchFailure("\(path) is missing; run deploy/bench") }
    return String(path)
  }

  private static func line(from descriptor: Int32, containing text: String) -> String? {
    var lines = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      for bytes in lines.add(buffer[..<count]) {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.contains(text) { return line }
      }
    }
  }

  /// The processes of the stack, without the supervisor.
  var processes: [(name: String, pid: pid_t)] {
    guard let bytes = try? Files.read(settings.run + "/waymark.pids") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let pid = pid_t(words[1]) else { return nil }
      return (String(words[0]), pid)
    }
  }

  /// Builds a request, by the user `me` if no token is given.
  func request(
    _ verb: String, _ path: String, body: String? = nil, token: String? = nil, field: String? = nil
  ) -> [UInt8] {
    let token = token ?? self.token
    var text = "\(verb) /api/v1\(path) HTTP/1.1\r\nHost: \(address)\r\nAuthorization: Bearer \(token)\r\n"
    if let field { text += field + "\r\n" }
    if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    return Array((text + "\r\n" + (body ?? "")).utf8)
  }

  func stop() {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    close(output)
    let directory = String(settings.data.dropLast("/data".utf8.count))
    if let removal = try? BenchStack.spawn("/bin/rm", ["rm", "-rf", directory], output: nil) {
      waitpid(removal, &status, 0)
    }
  }
}

/// CPU time in nanoseconds.
enum ProcessorTime {
  /// Includes threads that have ended, so the time of a process never goes back. 0 if the process has ended.
  static func of(process: pid_t) -> UInt64 {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
