import Testing

@testable import Crypto

@Suite("Sealed messages")
struct SealingKeyTests {
  private let key = SealingKey([UInt8](repeating: 7, count: 32))!

  @Test("Are opened under the same key, for the same purpose and owner")
  func opened() {
    for plaintext in [[], [1], Array("a secret of ada".utf8)] as [[UInt8]] {
      let sealed = key.seal(plaintext, for: "connection", of: ["ada", "1"])
      #expect(key.open(sealed, for: "connection", of: ["ada", "1"]) == plaintext)
    }
  }

  @Test("Are not opened under another key, for another purpose or of another owner")
  func foreign() throws {
    let sealed = key.seal([1, 2, 3], for: "connection", of: ["ada", "1"])
    let other = try #require(SealingKey([UInt8](repeating: 8, count: 32)))
    #expect(other.open(sealed, for: "connection", of: ["ada", "1"]) == nil)
    #expect(key.open(sealed, for: "challenge", of: ["ada", "1"]) == nil)
    for owner in [["ada", "2"], ["ada1"], ["ada1", ""], ["", "ada1"], []] {
      #expect(key.open(sealed, for: "connection", of: owner) == nil, "\(owner)")
    }
  }

  @Test("Are not opened after any bit was changed, nor if they are cut")
  func changed() {
    let sealed = key.seal([1, 2, 3], for: "connection")
    for bit in 0..<sealed.count * 8 {
      var bytes = sealed
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(key.open(bytes, for: "connection") == nil, "bit \(bit)")
    }
    for count in 0..<sealed.count {
      #expect(key.open([UInt8](sealed.prefix(count)), for: "connection") == nil, "\(count) bytes")
    }
  }

  @Test("Differ each time")
  func salted() {
    #expect(Set((0..<100).map { _ in key.seal([1], for: "connection") }).count == 100)
  }

  @Test("A key has 32 bytes")
  func length() {
    for count in [0, 16, 31, 33, 64] {
      #expect(SealingKey([UInt8](repeating: 0, count: count)) == nil, "\(count)")
    }
  }
}
