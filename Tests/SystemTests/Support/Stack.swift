import Foundation
import Programs
import Testing

/// A running `waymark up` with its own data directory, and one edge unless a flag sets another number. Its processes
/// always end with it.
final class Stack {
  static let names = ["session", "stats", "milestone", "diversity", "outbound", "edge"]

  let folder: TemporaryFolder
  let data: String
  let program: Program
  private(set) var port: UInt16 = 0
  /// The time from the start of the process to its line on standard output.
  private(set) var secondsToReady = 0.0
  /// The environment that names the journal's database, unless it is a file in the data directory.
  private let place: [String: String]
  /// The second host of the same database.
  private var twin: Stack?
  private let output: (path: String, handle: FileHandle)
  private let errors: (path: String, handle: FileHandle)

  init(
    folder: TemporaryFolder? = nil, data: String? = nil, port: UInt16 = 0, database: String? = nil,
    environment: [String: String] = [:], arguments: [String] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    self.data = data ?? folder.path + "/data"
    var place = (database ?? ServerDatabase.address(ofData: self.data)).map { ["WAYMARK_DATABASE": $0] } ?? [:]
    if ServerDatabase.hasTwoHosts { place["WAYMARK_SECRET_KEY"] = ServerDatabase.secretKey }
    self.place = place
    output = try folder.file("output")
    errors = try folder.file("errors")
    let path = output.path
    let start = ProcessInfo.processInfo.systemUptime
    let variables = ["WAYMARK_EDGES": "1"].merging(place) { $1 }.merging(environment) { $1 }
    let program = try Program(
      Executable.path, ["up", "--data", self.data, "--listen", "127.0.0.1:\(port)"] + arguments,
      environment: variables, output: output.handle.fileDescriptor,
      errors: errors.handle.fileDescriptor)
    self.program = program
    do {
      self.port = try found("the stack is ready") {
        guard program.isRunning else { return nil }
        let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        guard lines.count == 2, let address = lines.first, address.hasPrefix("waymark ready http://127.0.0.1:")
        else { return nil }
        return UInt16(address.split(separator: ":").last ?? "")
      }
    } catch {
      Issue.record("\(log)")
      program.end()
      throw error
    }
    secondsToReady = ProcessInfo.processInfo.systemUptime - start
    guard ServerDatabase.hasTwoHosts, database == nil else { return }
    twin = try Stack(data: self.data + "-2", database: place["WAYMARK_DATABASE"], environment: environment)
    Twins.add(try #require(twin).port, to: self.port)
  }

  deinit {
    Twins.remove(port)
    program.end()
  }

  var runDirectory: String {
    data + "/run"
  }

  var log: String {
    (try? String(contentsOfFile: errors.path, encoding: .utf8)) ?? ""
  }

  var printed: String {
    (try? String(contentsOfFile: output.path, encoding: .utf8)) ?? ""
  }

  /// The process ids from the stack's file.
  func pids() throws -> [String: Int32] {
    try Self.pids(in: runDirectory)
  }

  /// The ids of all processes that `up` has started.
  func children() throws -> [Int32] {
    let tasks = "/proc/\(program.pid)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
      let text = try String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  static func pids(in runDirectory: String) throws -> [String: Int32] {
    let text = try String(contentsOfFile: runDirectory + "/waymark.pids", encoding: .utf8)
    var pids: [String: Int32] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      pids[String(words[0])] = Int32(words[1])
    }
    return pids
  }

  func pid(of name: String) throws -> Int32 {
    try #require(try pids()[name])
  }

  /// The resident memory of the six processes together.
  func residentMebibytes() throws -> Double {
    let kilobytes = try pids().values.reduce(0) { sum, pid in
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let line = try #require(status.components(separatedBy: "\n").first { $0.hasPrefix("VmRSS:") })
      return sum + (Int(line.split(separator: " ")[1]) ?? 0)
    }
    return Double(kilobytes) / 1_024
  }

  /// The memory that the six processes need together. A page that several processes map counts once, divided among
  /// them: how many pages of the executable each of them has mapped depends on what the kernel has cached.
  func proportionalMebibytes() throws -> Double {
    let kilobytes = try pids().values.reduce(0) { sum, pid in
      let sums = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
      let line = try #require(sums.components(separatedBy: "\n").first { $0.hasPrefix("Pss:") })
      return sum + (try #require(Int(line.split(separator: " ")[1])))
    }
    return Double(kilobytes) / 1_024
  }

  func kill9(_ name: String) throws {
    kill(try pid(of: name), SIGKILL)
  }

  /// Kills the processes with these names, and the edge, which may have kept their replies. Waits for new ones.
  func replace(_ names: String...) throws {
    let killed = Set(names + ["edge"])
    let before = try pids()
    for name in killed { try kill9(name) }
    try eventually("new processes are ready") {
      let pids = try pids()
      guard killed.allSatisfy({ pids[$0] != nil && pids[$0] != before[$0] }) else { return false }
      return (try? HTTPClient(port: port).get("/readyz").status) == 200
    }
  }

  func command(_ arguments: String...) throws -> CommandResult {
    try Executable.run(arguments + ["--data", data], environment: place)
  }

  func client(user: String, scope: String = "read,write") throws -> HTTPClient {
    let result = try command("token", "create", "--user", user, "--scope", scope)
    #expect(result.code == 0, "\(result.errors)")
    return HTTPClient(port: port, token: result.output.trimmingCharacters(in: .newlines))
  }

  /// Stops the stack with a signal and returns its exit code.
  @discardableResult
  func stop(signal: Int32 = SIGTERM) -> Int32 {
    Twins.remove(port)
    twin?.stop()
    program.send(signal)
    do {
      return try program.wait()
    } catch {
      Issue.record(error)
      return -SIGKILL
    }
  }
}

/// Whether a process is running. A zombie does not count.
func isAlive(_ pid: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
  return status.split(separator: ")").last?.split(separator: " ").first != "Z"
}
