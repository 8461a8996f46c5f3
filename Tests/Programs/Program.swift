import CLinux
import Foundation
import Glibc
import Service
import Synchronization

/// A program that a test has started, in its own process group. Every wait for it has a timeout.
///
/// Foundation's `Process` waits without a timeout, and other programs inherit its pipes, which then stay open.
public final class Program: Sendable {
  public enum Failure: Error {
    case notStarted(String)
    case tookTooLong(String)
  }

  public let pid: Int32
  public let path: String
  public let arguments: [String]

  private struct Ending {
    /// The exit code, or the negated number of the signal that ended the program.
    var code: Int32
    var processorSeconds: Double
  }

  /// Nil while the program runs.
  private let ending = Mutex<Ending?>(nil)

  /// `environment` is added to the own one. Input without a descriptor is empty, and output is discarded.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], input: Int32? = nil,
    output: Int32? = nil, errors: Int32? = nil
  ) throws {
    self.path = path
    self.arguments = arguments
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let started = Subprocess.start(
      path, [path] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" },
      descriptors: [
        (input ?? nothing, STDIN_FILENO), (output ?? nothing, STDOUT_FILENO), (errors ?? nothing, STDERR_FILENO),
      ])
    switch started {
    case .success(let pid): self.pid = pid
    case .failure(let error): throw Failure.notStarted("\(path): \(error)")
    }
  }

  public var isRunning: Bool { collected() == nil }

  private func collected() -> Int32? {
    ending.withLock { ending in
      if let ending { return ending.code }
      var status: Int32 = 0
      var usage = rusage()
      guard wait4(pid, &status, WNOHANG, &usage) == pid else { return nil }
      let signal = status & 0x7F
      let code = signal == 0 ? status >> 8 & 0xFF : -signal
      let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      ending = Ending(code: code, processorSeconds: seconds[0] + seconds[1])
      return code
    }
  }

  /// The processor time that the program has used, to a hundredth of a second while it runs. Unlike its duration, it
  /// does not depend on other work of the machine.
  public var processorSeconds: Double {
    if !isRunning, let ending = ending.withLock({ $0 }) { return ending.processorSeconds }
    // The name of the program, in brackets, may contain spaces. The fields after it begin with the third.
    let fields =
      (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))
      .flatMap { $0.split(separator: ")").last }?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  public func send(_ signal: Int32) {
    if isRunning { kill(pid, signal) }
  }

  /// Waits for the end and returns the exit code.
  @discardableResult
  public func wait(within seconds: Double = 120) throws -> Int32 {
    try wait(within: seconds, for: { collected() })
  }

  /// Waits until `result` is not nil, and returns it. If that takes longer, kills the program and throws.
  private func wait<Result>(within seconds: Double, for result: () -> Result?) throws -> Result {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while ProcessInfo.processInfo.systemUptime < end {
      if let result = result() { return result }
      poll(nil, 0, 1)
    }
    self.end()
    throw Failure.tookTooLong("\(path) \(arguments.joined(separator: " ")): \(seconds) s")
  }

  /// Kills the program and its process group.
  public func end() {
    guard isRunning else { return }
    kill(-pid, SIGKILL)
    while collected() == nil { poll(nil, 0, 1) }
  }

  /// Kills the program when it has used `seconds` of processor time. Returns false if it ended earlier.
  public func killed(afterRunning seconds: Double, within patience: Double = 120) throws -> Bool {
    try wait(within: patience, for: { isRunning && processorSeconds < seconds ? nil : () })
    guard isRunning else { return false }
    self.end()
    return true
  }

  public struct Finished: Sendable {
    public var code: Int32
    public var output: [UInt8]
    public var errors: [UInt8]

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program until it ends, and kills the rest of its group.
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    within seconds: Double = 120
  ) throws -> Finished {
    let (given, output, errors) = (try UnnamedFile(input), try UnnamedFile(), try UnnamedFile())
    let program = try Program(
      path, arguments, environment: environment, input: given.descriptor, output: output.descriptor,
      errors: errors.descriptor)
    let code = try program.wait(within: seconds)
    kill(-program.pid, SIGKILL)
    return Finished(code: code, output: output.bytes, errors: errors.bytes)
  }
}

/// The input or output of a program as a file, so that neither side waits for the other.
private final class UnnamedFile {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) throws {
    descriptor = open_memory_file()
    guard descriptor >= 0 else { throw Program.Failure.notStarted("no file for its output") }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bytes)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  var bytes: [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    return data.map { [UInt8]($0) } ?? []
  }
}
