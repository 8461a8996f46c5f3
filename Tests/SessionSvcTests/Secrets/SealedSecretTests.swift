import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Sealed secrets")
struct SealedSecretTests {
  private static let secret = [UInt8]("wm_Y4W-BH8kD0suXZqK0YxD79RtwlvIzJMoqjLn4eBIIk0".utf8)

  private func stored(_ sealed: SealedSecret) throws -> [UInt8] { try CBOREncoder.encode(sealed) }

  private func opened(_ bytes: [UInt8], by key: String) throws -> [UInt8] {
    try CBORDecoder.decode(SealedSecret.self, from: bytes).opened(by: key)
  }

  @Test("Opens a secret of any length with its key", arguments: [0, 1, 15, 16, 17, 100, 4_096])
  func roundTrip(count: Int) throws {
    let secret = RandomBytes.make(count)
    #expect(try opened(stored(SealedSecret(secret, key: "k")), by: "k") == secret)
  }

  @Test("Rejects another key", arguments: ["", "l", "k ", "K"])
  func wrongKey(key: String) throws {
    let error = #expect(throws: DatabaseError.self) { try SealedSecret(Self.secret, key: "k").opened(by: key) }
    #expect(error?.code == .corrupt)
  }

  @Test("Rejects every flipped bit of the stored form")
  func tampering() throws {
    let bytes = try stored(SealedSecret(Self.secret, key: "k"))
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        #expect(throws: (any Error).self, "byte \(place), bit \(bit)") { try opened(changed, by: "k") }
      }
    }
  }

  @Test("Rejects a shortened stored form")
  func truncation() throws {
    let bytes = try stored(SealedSecret(Self.secret, key: "k"))
    for count in bytes.indices {
      #expect(throws: (any Error).self) { try opened(Array(bytes.prefix(count)), by: "k") }
    }
  }

  @Test("Never repeats a salt, a nonce or a ciphertext")
  func nonces() throws {
    struct Form: Decodable {
      var version: Int
      var salt: [UInt8]
      var sealed: [UInt8]
    }
    let forms = try (0..<500).map { _ in
      try CBORDecoder.decode(Form.self, from: try stored(SealedSecret(Self.secret, key: "k")))
    }
    #expect(forms.allSatisfy { $0.version == 2 && $0.salt.count == 32 })
    #expect(Set(forms.map(\.salt)).count == forms.count)
    #expect(Set(forms.map { Array($0.sealed.prefix(AES256GCM.nonceByteCount)) }).count == forms.count)
    #expect(Set(forms.map { Array($0.sealed.dropFirst(AES256GCM.nonceByteCount)) }).count == forms.count)
  }

  @Test("A form without a version is the old one, and a later version is rejected")
  func versions() throws {
    struct Form: Encodable {
      var version: Int?
      var salt = [UInt8](repeating: 1, count: 32)
      var sealed: [UInt8]? = [UInt8](repeating: 2, count: 60)
    }
    for version in [nil, 0, 1, 3, -2] {
      let bytes = try CBOREncoder.encode(Form(version: version))
      #expect(throws: DatabaseError.self) { try opened(bytes, by: "k") }
    }
  }
}

/// Kept responses that version 0.1 has written, byte by byte.
@Suite("Kept responses of version 0.1")
struct OldKeptResponseTests {
  private struct Row {
    var method: String
    var key: String
    var digest: [UInt8]
    var reply: String
  }

  private static let share = Row(
    method: SessionAPI.CreateShare.name, key: "POST /shares\nkey-of-a-share", digest: [1],
    reply: """
      a3657368617265a662696470646366383065376531333766306261366770696374757265657261646172657468656d65646175746f67\
      6f7074696f6e73a56572616e6765f66479656172f66b616368696576656d656e74f6666d6574726963f664756e6974f6696372656174\
      65644174c11a6b001a2069657870697265734174f6666f726967696e68687474703a2f2f6166736563726574a26473616c745820e53d\
      97e4236b29101bd7065647d1a8bc400945275c9b62114b8cb8d12d85bb8e6562797465735026b35e7b82d1c5d8ef7f8cd4b240c16d
      """)
  private static let token = Row(
    method: SessionAPI.CreateToken.name, key: "POST /tokens\n5f0c1c52-7a0e-4a53-9d0e-0d2a36e0a7c1", digest: [2],
    reply: """
      a2677772697474656ea36763726561746564f5687265706c61796564f46576616c7565a9626964703630323164383838323433333232\
      6331646e616d656570686f6e65646b696e6465746f6b656e6673636f70657382647265616465777269746569637265617465644174c1\
      1a6b001a2069657870697265734174f66a6c617374557365644174f669697343757272656e74f465746f6b656e6066736563726574a2\
      6473616c745820152e7d1e6022ed657e79004c5edf7a5c5279469cf518fdb17d1bd8eb4a5e6aec656279746573582e1f726f2079406c\
      92f50b7114a526386bdba3528ccadddc94494d0d52cd6e4e9d13b6cb518f001fcca7cbbad2665e
      """)
  private static let cookie = Row(
    method: SessionAPI.SignIn.name,
    key: "POST /session\nkey-of-a-browser\ndLvlqKrroBbsqA3VPxNxSSHDXuAicd5F7-B6E8V7tek", digest: [3],
    reply: """
      a26473616c745820a1b5a5288bb842d202bbdf3ac7dc19616c3defba286c6ca82da46c671c769749656279746573582e13559c92b6bd\
      8a561f1d1569e4508cb2fd500534e475f56e50b54f5740c937c716ecd5c153316f1f6bc29b1e313d
      """)

  private let rig: SessionRig

  init() throws { rig = try SessionRig() }

  private func insert(_ row: Row) async throws {
    let digits = Array(row.reply.utf8)
    let reply = stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
    let now = rig.clock.now
    try await rig.database.write { transaction in
      try IdempotencyStore.keep(
        reply, for: KeyedCall(method: row.method, key: SealedSecret.name(of: row.key), digest: row.digest), of: "ada",
        at: now, transaction)
    }
  }

  @Test("A repeated call returns the share of version 0.1")
  func share() async throws {
    try await insert(Self.share)
    let caller = CallerContext(user: "ada", key: Self.share.key, digest: [1])
    let again = try await rig.handlers.createShare(.init(picture: .radar, origin: "http://b"), caller)
    #expect(again.replayed && again.value.url == "http://a/s/d8IefwpevdmNkCwHQrwCOA.svg")
  }

  @Test("A repeated call returns the token of version 0.1")
  func token() async throws {
    try await insert(Self.token)
    let caller = CallerContext(user: "ada", key: Self.token.key, digest: [2])
    let again = try await rig.handlers.createToken(.init(name: "phone"), caller)
    #expect(again.replayed && again.value.token == "wm_Y4W-BH8kD0suXZqK0YxD79RtwlvIzJMoqjLn4eBIIk0")
  }

  @Test("A repeated sign-in returns the cookie of version 0.1")
  func cookie() async throws {
    let secret = "wb_sB2D3xgZbrekSlCJpJ8bavcUX1BS6qIbJN_tu2pIw2s"
    let proof = "dLvlqKrroBbsqA3VPxNxSSHDXuAicd5F7-B6E8V7tek"
    try await insert(Self.cookie)
    let now = rig.clock.now
    try await rig.database.write { transaction in
      try CodeStore.insert(hash: SHA256.hash(proof), user: "ada", expiresAt: now + 600, transaction)
      _ = try CodeStore.redeem(hash: SHA256.hash(proof), at: now, transaction)
      let token = StoredToken(
        id: Tokens.id(ofHash: SHA256.hash(secret)), user: "ada", name: nil, kind: .browser, scopes: ["read", "write"],
        createdAt: now, expiresAt: now + 7_776_000)
      try TokenStore.insert(token, Secret(text: secret, hash: SHA256.hash(secret)), transaction)
    }
    let caller = CallerContext(user: nil, key: "POST /session\nkey-of-a-browser", digest: [3])
    let again = try await rig.handlers.signIn(.init(code: proof), caller)
    #expect(again.replayed == true && again.secret == secret && again.seconds == 7_776_000)
  }
}
