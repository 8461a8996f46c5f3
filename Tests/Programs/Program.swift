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
  /// The exit code, or the negated number of the signal that ended the program, or nil while it runs.
  private let ending = Mutex<Int32?>(nil)

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
      if ending != nil { return ending }
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
      let signal = status & 0x7F
      ending = signal == 0 ? status >> 8 & 0xFF : -signal
      return ending
    }
  }

  public func send(_ signal: Int32) {
    if isRunning { kill(pid, signal) }
  }

  /// Waits for the end and returns the exit code.
  @discardableResult
  public func wait(within seconds: Double = 120) throws -> Int32 {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while ProcessInfo.processInfo.systemUptime < end {
      if let ending = collected() { return ending }
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

  /// Kills the program after `seconds`. Returns false if it ended earlier.
  public func killed(after seconds: Double) throws -> Bool {
    let end = ProcessInfo.processInfo.systemUptime + seconds
    while isRunning, ProcessInfo.processInfo.systemUptime < end { poll(nil, 0, 1) }
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
