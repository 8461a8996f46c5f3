import Testing

@testable import Crypto

@Suite("Password hashes")
struct PasswordHashTests {
  private static let cheap = PasswordHash.Cost(exponent: 4, blocks: 1, lanes: 1)

  /// The test vectors of RFC 7914, section 12, except the one that needs 1 GiB.
  private static let vectors: [(password: String, salt: String, cost: PasswordHash.Cost, hash: String)] = [
    (
      "", "", cheap,
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628"
        + "cf35e20c38d18906"
    ),
    (
      "password", "NaCl", PasswordHash.Cost(exponent: 10, blocks: 8, lanes: 16),
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d"
        + "8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", PasswordHash.Cost(exponent: 14, blocks: 8, lanes: 1),
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40"
        + "dfcf017b45575887"
    ),
  ]

  private static func hex(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("Returns the hashes of RFC 7914", arguments: vectors.indices)
  func knownAnswers(number: Int) {
    let vector = Self.vectors[number]
    let hash = PasswordHash.scrypt(
      Array(vector.password.utf8), salt: Array(vector.salt.utf8), cost: vector.cost, count: 64)
    #expect(Self.hex(hash) == vector.hash)
  }

  @Test("Only the same bytes match: neither another case nor another Unicode form")
  func matching() throws {
    for (password, others) in [
      ("correct horse", ["Correct horse", "correct horse ", " correct horse", "correct hors", ""]),
      ("caf\u{E9} au lait", ["cafe\u{301} au lait", "cafe au lait"]),
      (String(repeating: "\u{1F511}", count: 128), [String(repeating: "\u{1F511}", count: 127)]),
    ] {
      let hash = try #require(PasswordHash(of: password, cost: Self.cheap))
      let read = try #require(PasswordHash(hash.text))
      #expect(read == hash && read.matches(password) == true)
      for other in others { #expect(read.matches(other) == false, "\(other)") }
    }
  }

  @Test("Has the PHC form, and another salt each time")
  func form() throws {
    let hashes = try (0..<3).map { _ in try #require(PasswordHash(of: "the same words", cost: Self.cheap)).text }
    #expect(Set(hashes).count == 3)
    for text in hashes {
      #expect(text.wholeMatch(of: /\$scrypt\$ln=4,r=1,p=1\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/) != nil, "\(text)")
    }
    let usual = try #require(PasswordHash(of: "the same words"))
    #expect(
      usual.text.hasPrefix("$scrypt$ln=15,r=8,p=1$") && !usual.isOutdated && usual.matches("the same words") == true)
    #expect(try #require(PasswordHash(hashes[0])).isOutdated)
  }

  @Test(
    "Rejects other texts, and costs that need too much memory",
    arguments: [
      "", "password", "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA",
      "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA", "$scrypt$r=1,ln=4,p=1$AAAAAAAAAAAAAAAAAAAAAA$H",
      "$scrypt$ln=20,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$H", "$scrypt$ln=63,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$H",
      "$scrypt$ln=-1,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$H", "$scrypt$ln=4,r=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$H",
      "$scrypt$ln=4,r=1,p=1$A-_AAAAAAAAAAAAAAAAAAA$H", "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$H$",
    ])
  func invalid(text: String) {
    #expect(PasswordHash(text.replacing("$H", with: "$" + String(repeating: "A", count: 43))) == nil)
  }
}
