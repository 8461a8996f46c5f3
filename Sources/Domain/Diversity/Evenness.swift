#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The evenness of the distribution of items over their possible values.
public enum Evenness {
  /// The Shannon entropy of the counts divided by that of an even distribution over `values`: 0…100, to one decimal. 0
  /// if there are fewer than two values.
  public static func value(of counts: [Int], among values: Int) -> Double {
    // Sorted, so that the floating-point sum does not depend on the order.
    let counts = counts.filter { $0 > 0 }.sorted()
    guard counts.count > 1, values > 1 else { return 0 }
    let total = Double(counts.reduce(0, +))
    let entropy = counts.reduce(0.0) { sum, count in
      let share = Double(count) / total
      return sum - share * log(share)
    }
    return (min(entropy / log(Double(values)), 1) * 1000).rounded() / 10
  }
}

/// Percentages for display, 0…100 to one decimal.
public enum Percentage {
  /// Returns 0 if `whole` is 0.
  public static func of(_ part: Int, in whole: Int) -> Double {
    whole > 0 ? (Double(part) * 1_000 / Double(whole)).rounded() / 10 : 0
  }

  /// Writes the decimal only if it is not 0.
  static func text(_ percentage: Double) -> String {
    percentage == percentage.rounded() ? String(Int(percentage)) : String(percentage)
  }
}
