import Foundation
import SeededRandom

/// The seeds of random histories. `WAYMARK_HISTORIES` sets how many.
enum RandomSeeds {
  static func some(_ usualCount: Int) -> [UInt64] {
    if let seed = repeatedTestSeed() { return [seed] }
    let count = ProcessInfo.processInfo.environment["WAYMARK_HISTORIES"].flatMap(Int.init) ?? usualCount
    let first = firstTestSeed()
    return (0..<UInt64(count)).map { first + $0 }
  }
}
