import Foundation

/// The seeds of random histories, which differ in each run. `WAYMARK_HISTORIES` sets how many, `WAYMARK_SEED` repeats a
/// failure.
enum RandomSeeds {
  static func some(_ usualCount: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["WAYMARK_SEED"].flatMap(UInt64.init) { return [seed] }
    let count = environment["WAYMARK_HISTORIES"].flatMap(Int.init) ?? usualCount
    let first = UInt64.random(in: 0..<1 << 40)
    return (0..<UInt64(count)).map { first + $0 }
  }
}
