import Foundation

extension Data {
  /// FNV-1a. It detects torn lines and distinguishes requests; it is not a protection against attackers.
  var checksum: String {
    String(reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
