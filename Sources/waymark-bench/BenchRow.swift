import JSON
import Operations

/// One figure of a benchmark, with a baseline of the same run.
struct BenchRow: Sendable {
  var name: String
  var value: Double
  var unit: String
  /// The name and value of the baseline, in the same unit.
  var baseline: String?
  var baselineValue: Double?
  /// The target as text, such as "≤ 2.2 µs or ≤ 9 × floor".
  var target: String?
  var met: Bool?

  init(
    _ name: String, _ value: Double, _ unit: String, baseline: String? = nil, baselineValue: Double? = nil,
    target: String? = nil, met: Bool? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.baseline = baseline
    self.baselineValue = baselineValue
    self.target = target
    self.met = met
  }

  /// The value divided by the baseline.
  var ratio: Double? {
    guard let baselineValue, baselineValue != 0 else { return nil }
    return value / baselineValue
  }
}

/// A benchmark that `waymark-bench NAME` runs.
struct Bench: Sendable {
  var name: String
  var summary: String
  /// Throws `BenchFailure` if it cannot measure.
  var run: @Sendable () throws -> [BenchRow]

  static let all = [
    CodecBench.bench, RPCBench.bench, HTTPBench.bench, IngestBench.bench, FoldBench.bench, CalendarBench.bench,
    JournalBench.bench, DiversityBench.bench, RuckBench.bench, InsightsBench.bench, ReviewBench.bench,
    PictureBench.bench, ImportBench.bench,
  ]
}

extension BenchRow {
  static func table(_ rows: [BenchRow]) -> String {
    let heading = ["figure", "value", "unit", "baseline", "value", "ratio", "target", "met"]
    return TextTable.text(
      [heading]
        + rows.map { row in
          [
            row.name, short(row.value), row.unit, row.baseline ?? "", row.baselineValue.map(short) ?? "",
            row.ratio.map(short) ?? "", row.target ?? "", row.met.map { $0 ? "yes" : "NO" } ?? "",
          ]
        })
  }

  static func json(_ rows: [BenchRow]) -> String {
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

  /// Rounds to three significant digits, or to a whole number if it is at least 100.
  private static func short(_ value: Double) -> String {
    let size = abs(value)
    if size >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
    let scale = size >= 10 ? 10.0 : size >= 1 ? 100.0 : 1_000.0
    return String((value * scale).rounded() / scale)
  }
}
