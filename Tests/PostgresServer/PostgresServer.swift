import Foundation
import Glibc
import Programs
import Synchronization

/// A PostgreSQL server in a temporary directory, which ends with this process.
public final class PostgresServer: Sendable {
  /// One server for all tests of this process, or nil if PostgreSQL is not installed.
  public static let shared: PostgresServer? = {
    guard isInstalled else {
      print("SKIPPED tests over PostgreSQL: Debian's package postgresql is not installed")
      return nil
    }
    do {
      return try PostgresServer()
    } catch {
      fatalError("PostgreSQL is installed, but did not start: \(error)")
    }
  }()

  public static var isInstalled: Bool { programs != nil }

  /// The folder of the newest version's programs. The `psql` in the search path is a Perl script of Debian.
  private static let programs: String? = {
    let folder = "/usr/lib/postgresql"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "\(folder)/\($0)/bin" }
      .last { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  struct NotStarted: Error {}

  /// Longer than the start script retries.
  private static let patience: Int32 = 200

  private let program: Program
  private let orders: OwnPipe
  private let replies: OwnPipe
  public let folder: String
  private let schemas = Atomic(0)

  public init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "deploy/postgres")
    orders = try OwnPipe()
    replies = try OwnPipe()
    program = try Program(
      "/bin/bash", [script.path()] + arguments, environment: environment, input: orders.reading,
      output: replies.writing, errors: STDERR_FILENO)
    orders.closeReading()
    replies.closeWriting()
    guard let line = replies.line(within: Self.patience), line.hasPrefix("ready ") else { throw NotStarted() }
    folder = String(line.dropFirst(6))
  }

  deinit { end() }

  /// Ends the server and removes its directory.
  public func end() {
    orders.closeWriting()
    _ = try? program.wait()
  }

  /// Kills the server, as in a crash of its machine.
  public func stop() throws {
    try order("stop")
  }

  public func start() throws {
    try order("start")
  }

  private func order(_ word: String) throws {
    orders.write("\(word)\n")
    if replies.line(within: Self.patience) == nil { throw NotStarted() }
  }

  /// Returns the address of an empty schema.
  public func newAddress() -> String {
    let name = "test_\(schemas.add(1, ordering: .relaxed).newValue)"
    _ = try? run("CREATE SCHEMA \(name)")
    return "postgresql://waymark@/postgres?host=\(folder)&options=-csearch_path%3D\(name)"
  }

  /// Returns the address of an empty schema, through a relay.
  public func newAddress(through relay: PostgresRelay) -> String {
    newAddress().replacingOccurrences(of: folder, with: relay.folder)
  }

  /// Runs SQL on a separate connection and returns psql's output.
  @discardableResult
  public func run(_ sql: String, in database: String = "postgres", port: UInt16 = 5_432) throws -> String {
    let psql = try Program.run(
      (Self.programs ?? "") + "/psql",
      ["-X", "-q", "-A", "-t", "-h", folder, "-p", "\(port)", "-U", "waymark", "-d", database, "-c", sql])
    return psql.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
