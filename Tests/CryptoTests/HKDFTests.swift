import Crypto
import Testing

@Suite("HKDF-SHA256")
struct HKDFTests {
  struct Vector {
    var secret: [UInt8]
    var salt: [UInt8]
    var info: [UInt8]
    var expected: String
  }

  /// Test cases 1 to 3 of RFC 5869.
  static let vectors = [
    Vector(
      secret: [UInt8](repeating: 0x0B, count: 22), salt: Array(0...0x0C), info: Array(0xF0...0xF9),
      expected: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
    Vector(
      secret: Array(0x00...0x4F), salt: Array(0x60...0xAF), info: Array(0xB0...0xFF),
      expected: """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
        da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
        """),
    Vector(
      secret: [UInt8](repeating: 0x0B, count: 22), salt: [], info: [],
      expected: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
  ]

  @Test("Returns the keys of RFC 5869", arguments: vectors.indices)
  func knownAnswers(number: Int) {
    let vector = Self.vectors[number]
    let expected = hex(vector.expected)
    let key = HKDF.derive(from: vector.secret, salt: vector.salt, info: vector.info, count: expected.count)
    #expect(key == expected)
  }

  @Test("A different secret, salt or info gives a different key")
  func separation() {
    let keys = [
      HKDF.derive(from: [1], salt: [2], info: [3], count: 32), HKDF.derive(from: [9], salt: [2], info: [3], count: 32),
      HKDF.derive(from: [1], salt: [9], info: [3], count: 32), HKDF.derive(from: [1], salt: [2], info: [9], count: 32),
      HKDF.derive(from: [], salt: [2], info: [3], count: 32),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(HKDF.derive(from: [1], salt: [2], info: [3], count: 32) == keys[0])
  }
}
