#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How evenly things are spread over the values they might have.
public enum Evenness {
  /// The Shannon entropy of the counts over that of an even spread among `values`: 0…100, to one decimal. One value
  /// alone, or none, is 0.
  public static func value(of counts: [Int], among values: Int) -> Double {
    // In one order, so that the sum is always the same.
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

/// Percentages as they are shown: 0…100 to one decimal.
public enum Percentage {
  /// 0 of nothing.
  public static func of(_ part: Int, in whole: Int) -> Double {
    whole > 0 ? (Double(part) * 1_000 / Double(whole)).rounded() / 10 : 0
  }

  /// A decimal only where it is needed.
  static func text(_ percentage: Double) -> String {
    percentage == percentage.rounded() ? String(Int(percentage)) : String(percentage)
  }
}
