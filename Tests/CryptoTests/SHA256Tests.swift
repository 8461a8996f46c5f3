import Crypto
import Testing

@Suite struct SHA256Tests {
  @Test(
    "Returns the hashes of FIPS 180",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func known(text: String, hex: String) {
    #expect(SHA256.hash(text).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == hex)
  }

  @Test("A prefix is the start of the hash of its parts")
  func prefix() {
    let parts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [255, 255, 255, 255, 255, 255, 255, 254] + [1, 2, 3]
    let hash = SHA256.hash(parts).prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    #expect(SHA256.prefix(1, -2, [1, 2, 3]) == hash)
  }

  @Test("A digest contains the hash and works as a dictionary key")
  func digest() {
    let texts = (0..<200).map { [UInt8](repeating: 0x61, count: $0) }
    let digests = texts.map { text in text.withUnsafeBytes { SHA256.digest($0) } }
    for (text, digest) in zip(texts, digests) {
      #expect(digest.withUnsafeBytes { [UInt8]($0) } == SHA256.hash(text))
      #expect(digest == text.withUnsafeBytes { SHA256.digest($0) })
    }
    #expect(Set(digests).count == digests.count)
  }
}

@Suite struct Base64URLTests {
  @Test(
    "Encodes and decodes the examples of RFC 4648",
    arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func known(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test("Decoding restores any bytes, and only URL characters are used")
  func roundTrip() {
    for count in 0..<80 {
      let bytes = RandomBytes.make(count)
      let text = Base64URL.encode(bytes)
      #expect(text.utf8.count == (count * 4 + 2) / 3)
      #expect(!text.contains { "+/=".contains($0) })
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test("Rejects text that encode cannot produce", arguments: ["Zg==", "Z", "Zh", "Zm9+", "Zm 9v", "Zm9vé", "AAAAA"])
  func rejected(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}

@Suite struct ConstantTimeTests {
  @Test("Compares bytes")
  func equality() {
    #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
    #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
    #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
    #expect(ConstantTime.equal([], []))
  }
}
