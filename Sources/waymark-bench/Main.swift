import Glibc
import Operations
import Service
import SessionSvc
import Storage

/// `waymark-bench`: runs the benchmarks and prints each figure with a baseline of the same run.
@main
enum Main {
  private static let usage = """
    usage: waymark-bench [NAME…] [--json] [--database URL]

    Runs the named benchmarks, or all of them. Each figure is compared with a baseline of the same run.
    Exits with 1 if a target was missed.

    Benchmarks:

    """

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      if try RPCBench.runPartner() { exit(0) }
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch let failure as UsageFailure {
      printError("waymark-bench: \(failure); see 'waymark-bench --help'")
      exit(2)
    } catch {
      printError("waymark-bench: \(error)")
      exit(1)
    }
  }

  private static func run(_ list: [String]) throws -> Int32 {
    let arguments = try BenchArguments(list)
    guard !arguments.wantsHelp else {
      print(usage + Bench.all.map { "  " + TextTable.padded($0.name, 10) + $0.summary }.joined(separator: "\n"))
      return 0
    }
    let settings: Settings
    do throws(SettingsError) {
      settings = try Settings(flags: arguments.database.map { ["database": $0] } ?? [:])
      _ = try settings.journal()
    } catch {
      throw UsageFailure(description: error.description)
    }
    var rows: [BenchRow] = []
    for bench in arguments.benches {
      if !arguments.asJSON { printError("\(bench.name): \(bench.summary) …") }
      rows += try run(bench, settings)
    }
    print(arguments.asJSON ? BenchRow.json(rows) : BenchRow.table(rows))
    return rows.contains { $0.met == false } ? 1 : 0
  }

  /// Only `ingest` also runs on a database server, which it fills with test data.
  private static func run(_ bench: Bench, _ settings: Settings) throws -> [BenchRow] {
    guard bench.name == IngestBench.bench.name, let database = settings.database, try settings.journal().isShared else {
      return try bench.run()
    }
    return try IngestBench.run(over: database)
  }

  private static func printError(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
