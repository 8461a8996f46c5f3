import CLinux
import Glibc
import Proto
import Service

/// The process that reads one file. It says what it does in lines, the first word of which is what the line is. Belongs
/// to the edge's loop.
final class ImportChild: PollHandler {
  enum Ending {
    case exited(Int32)
    case signalled(Int32)
  }

  private let loop: Loop
  let pid: pid_t
  private let output: Int32
  private var line: [UInt8] = []
  private var reapsLeft = Limits.reaps
  /// From then on its number may be another process's.
  private var isReaped = false
  private var received: ((_ word: String, _ rest: [UInt8]) -> Void)?
  private var ended: ((Ending) -> Void)?

  /// Throws where it cannot be started.
  init(
    loop: Loop, _ program: ImportProgram, _ arguments: [String], file: Int32,
    received: @escaping (_ word: String, _ rest: [UInt8]) -> Void, ended: @escaping (Ending) -> Void
  ) throws(Refusal) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Self.refusal }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let started = Subprocess.start(
      program.path, arguments, environment: program.environment,
      descriptors: [(file, STDIN_FILENO), (ends[1], STDOUT_FILENO)])
    close(ends[1])
    guard case .success(let child) = started else {
      close(ends[0])
      throw Self.refusal
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
      throw Self.refusal
    }
  }

  private static let refusal = Refusal(status: 503, detail: "there is no room for an import now")

  /// It is not listened to any more, and ends; nothing more is called.
  func end() {
    (received, ended) = (nil, nil)
    interrupt()
  }

  /// As `end`, but its ending is reported.
  func interrupt() {
    // With whatever it may have started: it has a group of its own.
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
      take()
    }
    if line.count > Limits.importLineBytes {
      line = []
      interrupt()
    }
  }

  private func take() {
    let parts = line.split(separator: Bytes.space, maxSplits: 1)
    line.removeAll(keepingCapacity: line.capacity <= Limits.smallBytes)
    guard let word = parts.first else { return }
    received?(String(decoding: word, as: UTF8.self), parts.count > 1 ? Array(parts[1]) : [])
  }

  /// Its output ends a moment before it does.
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
