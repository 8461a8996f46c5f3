import CLinux
import Glibc
import Proto
import Service

/// The process that imports one file. It reports in lines, whose first word is the kind of the line. Belongs to the
/// edge's loop.
final class ImportChild: PollHandler {
  enum Ending {
    case exited(Int32)
    case signalled(Int32)

    /// Whether something else ended the process: a stop of the service, an operator, or the system for lack of memory.
    /// Another run may succeed.
    var isInterruption: Bool {
      switch self {
      case .signalled(SIGKILL), .signalled(SIGTERM), .signalled(SIGINT), .signalled(SIGHUP): true
      case .signalled, .exited: false
      }
    }
  }

  private let loop: Loop
  let pid: pid_t
  private let output: Int32
  private var line: [UInt8] = []
  private var reapsLeft = Limits.reaps
  /// From now on the process id may belong to another process.
  private var isReaped = false
  private var received: ((_ word: String, _ rest: [UInt8]) -> Void)?
  private var ended: ((Ending) -> Void)?

  /// Throws if the process cannot be started.
  init(
    loop: Loop, _ program: ImportProgram, _ arguments: [String], file: Int32,
    received: @escaping (_ word: String, _ rest: [UInt8]) -> Void, ended: @escaping (Ending) -> Void
  ) throws(RequestProblem) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Self.problem }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let started = Subprocess.start(
      program.path, arguments, environment: program.environment,
      descriptors: [(file, STDIN_FILENO), (ends[1], STDOUT_FILENO)])
    close(ends[1])
    guard case .success(let child) = started else {
      close(ends[0])
      throw Self.problem
    }
    self.loop = loop
    pid = child
    output = ends[0]
    self.received = received
    self.ended = ended
    do throws(SystemError) {
      try loop.watch(output, events: EPOLLIN.rawValue, handler: self)
    } catch {
      end()
      close(output)
      reap()
      throw Self.problem
    }
  }

  private static let problem = RequestProblem(status: 503, detail: "the import cannot be started now; retry later")

  /// Ends the process without any further report.
  func end() {
    (received, ended) = (nil, nil)
    interrupt()
  }

  /// Ends the process and reports its ending.
  func interrupt() {
    // Its process group includes what it has started.
    if !isReaped { kill(-pid, SIGKILL) }
  }

  func ready(_ events: UInt32) {
    var chunk = [UInt8](repeating: 0, count: Limits.smallBytes)
    let count = read(output, &chunk, chunk.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      loop.unwatch(output)
      close(output)
      return reap()
    }
    for byte in chunk[..<count] {
      guard byte == Bytes.lineFeed else {
        line.append(byte)
        continue
      }
      endLine()
    }
    if line.count > Limits.importLineBytes {
      line = []
      interrupt()
    }
  }

  private func endLine() {
    let parts = line.split(separator: Bytes.space, maxSplits: 1)
    line.removeAll(keepingCapacity: line.capacity <= Limits.smallBytes)
    guard let word = parts.first else { return }
    received?(String(decoding: word, as: UTF8.self), parts.count > 1 ? Array(parts[1]) : [])
  }

  /// The output ends a moment before the process.
  private func reap() {
    var status: Int32 = 0
    let found = waitpid(pid, &status, WNOHANG)
    if found == 0 {
      reapsLeft -= 1
      if reapsLeft == 0 { interrupt() }
      loop.schedule(afterMilliseconds: Limits.reapMilliseconds) { [self] in reap() }
      return
    }
    isReaped = true
    let report = ended
    (received, ended) = (nil, nil)
    let signal = status & 0x7F
    report?(signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal))
  }
}
