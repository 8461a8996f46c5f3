import Foundation

extension Data {
  /// FNV-1a: enough to know a torn line from a whole one, and one question from another.
  var checksum: String {
    String(reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
