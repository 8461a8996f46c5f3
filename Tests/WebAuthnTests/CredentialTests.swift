import Crypto
import SoftAuthenticator
import Testing
import WebAuthn

private let party = RelyingParty(id: "waymark.example.org", origin: "https://waymark.example.org:8443")
private let challenge = [UInt8](repeating: 9, count: 32)

private var statement: SoftAuthenticator.Statement {
  SoftAuthenticator.Statement(origin: party.origin, partyId: party.id, challenge: challenge)
}

/// Wrong statements and the reason for which each is not accepted.
private let wrong: [(reason: String, change: @Sendable (inout SoftAuthenticator.Statement) -> Void)] = [
  ("another type", { $0.type = "webauthn.other" }),
  ("another challenge", { $0.challenge[31] ^= 1 }),
  ("another challenge", { $0.challenge = [] }),
  ("another origin", { $0.origin = "http://waymark.example.org:8443" }),
  ("another origin", { $0.origin = "https://waymark.example.org" }),
  ("another origin", { $0.origin = "https://evil.example.org:8443" }),
  ("another origin", { $0.origin += "/" }),
  ("page of another site", { $0.isCrossOrigin = true }),
  ("for another site", { $0.partyId = "example.org" }),
  ("not present", { $0.flags &= ~0x01 }),
  ("did not verify", { $0.flags &= ~0x04 }),
  ("after its end", { $0.trailing = [0] }),
]

@Suite("Registering a passkey")
struct RegistrationTests {
  private func register(
    _ authenticator: SoftAuthenticator, _ statement: SoftAuthenticator.Statement
  ) throws -> Registration {
    let created = authenticator.create(statement)
    return try Registration(
      clientData: created.clientData, attestation: created.attestation, challenge: challenge, party: party)
  }

  @Test("Accepts each algorithm", arguments: SigningKey.Kind.allCases)
  func algorithms(kind: SigningKey.Kind) throws {
    let authenticator = SoftAuthenticator(kind)
    authenticator.signCount = 7
    let registration = try register(authenticator, statement)
    #expect(registration.id == authenticator.id && registration.signCount == 7)
    #expect(registration.key == authenticator.key.cose())
  }

  @Test("Accepts extensions, which follow the credential")
  func extensions() throws {
    var statement = statement
    statement.extensions = [0xA1, 0x61, 0x61, 0xF5]
    _ = try register(SoftAuthenticator(), statement)
  }

  @Test("Rejects a statement with one mistake")
  func mistakes() {
    for (reason, change) in wrong {
      var statement = statement
      change(&statement)
      expectRejection(reason) { _ = try register(SoftAuthenticator(), statement) }
    }
  }

  @Test("Rejects keys of other kinds, of another algorithm and short RSA keys")
  func keys() {
    for (kind, algorithm) in [(SigningKey.Kind.es256, -8), (.es256, -257), (.rs256, -7), (.edDSA, -7), (.es256, -35)] {
      var statement = statement
      statement.algorithm = algorithm
      expectRejection("unsupported kind") { _ = try register(SoftAuthenticator(kind), statement) }
    }
    expectRejection("unsupported kind") { _ = try register(SoftAuthenticator(.rs256, rsaBits: 1_024), statement) }
  }

  @Test("Rejects ids that are empty or too long, and accepts the longest")
  func ids() throws {
    _ = try register(SoftAuthenticator(id: RandomBytes.make(1_023)), statement)
    for count in [0, 1_024] {
      expectRejection("credential id") {
        _ = try register(SoftAuthenticator(id: RandomBytes.make(count)), statement)
      }
    }
  }

  @Test("Rejects each prefix, and no change of a bit ends the process")
  func damage() {
    let created = SoftAuthenticator().create(statement)
    for count in 0..<created.attestation.count {
      #expect(throws: CredentialError.self, "\(count) bytes") {
        try Registration(
          clientData: created.clientData, attestation: Array(created.attestation[..<count]), challenge: challenge,
          party: party)
      }
    }
    var accepted = 0
    for bit in 0..<created.attestation.count * 8 {
      var attestation = created.attestation
      attestation[bit / 8] ^= 1 << UInt8(bit % 8)
      let registration = try? Registration(
        clientData: created.clientData, attestation: attestation, challenge: challenge, party: party)
      accepted += registration == nil ? 0 : 1
    }
    // Some bytes mean nothing here: the model, the count, the id and other flags.
    #expect(accepted < created.attestation.count * 8)
  }
}

@Suite("Signing in with a passkey")
struct AssertionTests {
  private func check(
    _ authenticator: SoftAuthenticator, _ statement: SoftAuthenticator.Statement, signCount: UInt32 = 0,
    change: (inout SoftAuthenticator.Used) -> Void = { _ in }
  ) throws -> UInt32 {
    var used = authenticator.use(statement)
    change(&used)
    let assertion = Assertion(
      clientData: used.clientData, authenticatorData: used.authenticatorData, signature: used.signature)
    return try assertion.check(
      CredentialKey(cose: authenticator.key.cose()), signCount: signCount, challenge: challenge, party: party)
  }

  @Test("Accepts each algorithm", arguments: SigningKey.Kind.allCases)
  func algorithms(kind: SigningKey.Kind) throws {
    #expect(try check(SoftAuthenticator(kind), statement) == 0)
  }

  @Test("Rejects a statement with one mistake")
  func mistakes() {
    for (reason, change) in wrong {
      var statement = statement
      change(&statement)
      expectRejection(reason) { _ = try check(SoftAuthenticator(), statement) }
    }
  }

  @Test("Rejects the signature of another key, and changed data", arguments: SigningKey.Kind.allCases)
  func signatures(kind: SigningKey.Kind) {
    let (own, other) = (SoftAuthenticator(kind), SoftAuthenticator(kind))
    expectRejection("signature") {
      _ = try check(own, statement) { $0.signature = other.use(statement).signature }
    }
    expectRejection("signature") { _ = try check(own, statement) { $0.authenticatorData[36] ^= 1 } }
    expectRejection("signature") { _ = try check(own, statement) { $0.signature = [] } }
    expectRejection("signature") { _ = try check(own, statement) { $0.clientData.insert(0x20, at: 0) } }
  }

  @Test("The count of signatures must increase, unless it is always 0")
  func counts() throws {
    let authenticator = SoftAuthenticator()
    for (stored, sent, isRight) in [
      (0, 0, true), (0, 1, true), (1, 2, true), (5, 900, true), (1, 1, false), (2, 1, false), (1, 0, false),
      (UInt32.max, 0, false), (UInt32.max - 1, UInt32.max, true),
    ] as [(UInt32, UInt32, Bool)] {
      authenticator.signCount = sent
      if isRight {
        #expect(try check(authenticator, statement, signCount: stored) == sent)
      } else {
        expectRejection("did not increase") { _ = try check(authenticator, statement, signCount: stored) }
      }
    }
  }
}

private func expectRejection(
  _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  #expect(sourceLocation: sourceLocation) {
    try body()
  } throws: {
    ($0 as? CredentialError)?.reason.contains(reason) == true
  }
}
