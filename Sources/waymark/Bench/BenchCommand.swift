import JSON
import Service
import SessionSvc
import Storage

/// Every benchmark, each in a file of its own beside this one.
enum BenchCommand {
  static let all: [Bench] = [
    CodecBench.bench, RPCBench.bench, HTTPBench.bench, IngestBench.bench, FoldBench.bench, CalendarBench.bench,
    JournalBench.bench, DiversityBench.bench, RuckBench.bench, InsightsBench.bench, ReviewBench.bench,
    PictureBench.bench,
  ]

  static func run(_ invocation: Invocation) throws -> Int32 {
    if try RPCBench.partner() { return 0 }
    let names = invocation.arguments.words
    if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
      throw UsageFailure("no benchmark '\(unknown)'; there are \(all.map(\.name).joined(separator: ", "))")
    }
    var rows: [BenchRow] = []
    for bench in all where names.isEmpty || names.contains(bench.name) {
      if !invocation.arguments.asJSON { Output.complain("\(bench.name): \(bench.summary) …") }
      rows += try run(bench, invocation.settings)
    }
    Output.print(invocation.arguments.asJSON ? json(rows) : table(rows))
    return rows.contains { $0.met == false } ? 1 : 0
  }

  /// Only `ingest` is also measured over a server's database, which it fills.
  private static func run(_ bench: Bench, _ settings: Settings) throws -> [BenchRow] {
    guard bench.name == IngestBench.bench.name, let database = settings.database, try settings.journal().isShared else {
      return try bench.run()
    }
    return try IngestBench.run(over: database)
  }

  private static func table(_ rows: [BenchRow]) -> String {
    let heading = ["figure", "value", "unit", "baseline", "value", "ratio", "target", "met"]
    return Output.table(
      [heading]
        + rows.map { row in
          [
            row.name, short(row.value), row.unit, row.baseline ?? "", row.baselineValue.map(short) ?? "",
            row.ratio.map(short) ?? "", row.target ?? "", row.met.map { $0 ? "yes" : "NO" } ?? "",
          ]
        })
  }

  private static func json(_ rows: [BenchRow]) -> String {
    JSONValue.lines(
      rows.map { row in
        var members: [(String, JSONValue)] = [
          ("name", .text(row.name)), ("value", .number(row.value)), ("unit", .text(row.unit)),
        ]
        if let baseline = row.baseline { members.append(("baseline", .text(baseline))) }
        if let value = row.baselineValue { members.append(("baselineValue", .number(value))) }
        if let ratio = row.ratio { members.append(("ratio", .number(ratio))) }
        if let target = row.target { members.append(("target", .text(target))) }
        if let met = row.met { members.append(("met", .bool(met))) }
        return .object(members)
      })
  }

  /// Three significant digits, or whole where there are more.
  private static func short(_ value: Double) -> String {
    let size = abs(value)
    if size >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
    let scale = size >= 10 ? 10.0 : size >= 1 ? 100.0 : 1_000.0
    return String((value * scale).rounded() / scale)
  }
}

extension Command {
  static let bench = Command(
    name: "bench", synopsis: "[NAME…]", summary: "the project's own benchmarks, against baselines of the same run",
    details: "Benchmarks:\n"
      + BenchCommand.all.map { "  " + padded($0.name, 10) + $0.summary }.joined(separator: "\n")
      + "\n\nExit code 1 says that a target was missed.",
    choices: BenchCommand.all.map(\.name), flags: [.json], run: BenchCommand.run)
}
