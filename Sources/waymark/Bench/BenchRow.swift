/// One figure of a benchmark, beside what it is measured against in the same run.
struct BenchRow: Sendable {
  var name: String
  var value: Double
  var unit: String
  /// What the figure is compared with, by name and value, in the same unit.
  var baseline: String?
  var baselineValue: Double?
  /// The goal in words, such as "≤ 2.2 µs or ≤ 9 × floor".
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

  /// The figure over its baseline.
  var ratio: Double? {
    guard let baselineValue, baselineValue != 0 else { return nil }
    return value / baselineValue
  }
}

/// A benchmark that `waymark bench NAME` runs. Its owner adds it to `BenchCommand.all`.
struct Bench: Sendable {
  var name: String
  var summary: String
  /// Throws `CommandFailure` where it cannot measure.
  var run: @Sendable () throws -> [BenchRow]
}
