import Testing

@testable import Crypto

@Suite("AES-256-GCM")
struct AES256GCMTests {
  private static let key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
  private static let plaintext = hex(
    """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
    1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
    """)
  private static let nonce = hex("cafebabefacedbaddecaf888")

  /// Test cases 13 to 16 of the GCM specification submitted to NIST.
  @Test("Returns the ciphertexts and tags of the specification", arguments: 13...16)
  func knownAnswers(number: Int) {
    let zeros = [UInt8](repeating: 0, count: 32)
    let ciphertext = """
      522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
      8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
      """
    let (key, nonce, plaintext, data, expected) =
      switch number {
      case 13: (zeros, Array(zeros.prefix(12)), [UInt8](), [UInt8](), "530f8afbc74536b9a963b4f1c4cb738b")
      case 14:
        (
          zeros, Array(zeros.prefix(12)), Array(zeros.prefix(16)), [],
          "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        )
      case 15:
        (Self.key, Self.nonce, Self.plaintext, [], ciphertext + "898015adb094dac5d93471bdec1a502270e3cc6c")
      default:
        (
          Self.key, Self.nonce, Array(Self.plaintext.prefix(60)), hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
          ciphertext + "76fc6ece0f4e1768cddf8853bb2d551b"
        )
      }
    let sealed = AES256GCM.seal(plaintext, key: key, nonce: nonce, authenticating: data)
    #expect(sealed == hex(expected))
    #expect(AES256GCM.open(nonce + sealed, key: key, authenticating: data) == plaintext)
  }

  @Test("Opens what it has sealed", arguments: [0, 1, 15, 16, 17, 1_000])
  func roundTrip(count: Int) {
    let plaintext = RandomBytes.make(count)
    let sealed = AES256GCM.seal(plaintext, key: Self.key, authenticating: [1, 2])
    #expect(sealed.count == AES256GCM.nonceByteCount + count + AES256GCM.tagByteCount)
    #expect(AES256GCM.open(sealed, key: Self.key, authenticating: [1, 2]) == plaintext)
  }

  @Test("Rejects every flipped bit of the nonce, the ciphertext and the tag", arguments: [0, 1, 40])
  func tampering(count: Int) {
    let sealed = AES256GCM.seal(RandomBytes.make(count), key: Self.key, authenticating: [1, 2])
    for place in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[place] ^= 1 << bit
        #expect(AES256GCM.open(changed, key: Self.key, authenticating: [1, 2]) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test("Rejects a shortened or extended message")
  func lengths() {
    let sealed = AES256GCM.seal([1, 2, 3], key: Self.key)
    for count in sealed.indices { #expect(AES256GCM.open(Array(sealed.prefix(count)), key: Self.key) == nil) }
    #expect(AES256GCM.open(sealed + [0], key: Self.key) == nil)
  }

  @Test("Rejects another key and other authenticated data")
  func otherKeyAndData() {
    let sealed = AES256GCM.seal([1, 2, 3], key: Self.key, authenticating: [1, 2])
    var key = Self.key
    key[31] ^= 1
    #expect(AES256GCM.open(sealed, key: key, authenticating: [1, 2]) == nil)
    for data in [[], [1], [1, 3], [1, 2, 0]] as [[UInt8]] {
      #expect(AES256GCM.open(sealed, key: Self.key, authenticating: data) == nil)
    }
  }

  @Test("Chooses a different nonce for each message")
  func nonces() {
    let sealed = (0..<1_000).map { _ in AES256GCM.seal([1, 2, 3], key: Self.key) }
    #expect(Set(sealed.map { Array($0.prefix(AES256GCM.nonceByteCount)) }).count == sealed.count)
  }
}

func hex(_ text: String) -> [UInt8] {
  let digits = Array(text.utf8)
  return stride(from: 0, to: digits.count, by: 2).compactMap { place in
    UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
  }
}
