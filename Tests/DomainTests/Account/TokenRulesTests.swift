import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

@Suite("Rules for tokens")
struct TokenRulesTests {
  private let now = Instant(seconds: 1_800_000_000)

  @Test("A new token has the requested scopes and expiry, limited to those of its maker")
  func grants() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let sets = [["read"], ["write"], ["read", "write"]]
    for _ in 0..<2_000 {
      func instant() -> Instant? {
        Bool.random(using: &random) ? now + Int64.random(in: 1...1_000, using: &random) : nil
      }
      let maker = TokenRules.Maker(scopes: sets.randomElement(using: &random) ?? [], expiresAt: instant())
      let scopes = Bool.random(using: &random) ? sets.randomElement(using: &random) : nil
      let end = instant()
      let common = Set(scopes ?? maker.scopes).intersection(maker.scopes)
      guard !common.isEmpty else {
        #expect(throws: Rejection.self) { try TokenRules.grant(scopes: scopes, expiresAt: end, by: maker, now: now) }
        continue
      }
      let granted = try TokenRules.grant(scopes: scopes, expiresAt: end, by: maker, now: now)
      #expect(Set(granted.scopes) == common, "seed \(seed)")
      let ends = [end, maker.expiresAt].compactMap(\.self)
      #expect(granted.expiresAt == ends.min(), "seed \(seed)")
    }
  }

  @Test("Rejects empty and unknown scopes and a past expiry, naming the member")
  func rejections() {
    let maker = TokenRules.Maker(scopes: ["read"], expiresAt: nil)
    for scopes in [[], ["admin"], ["read", "admin"], ["write"]] {
      let rejection = #expect(throws: Rejection.self) {
        try TokenRules.grant(scopes: scopes, expiresAt: now, by: maker, now: now)
      }
      #expect(rejection?.violations.map(\.field) == ["scopes", "expiresAt"])
    }
  }
}
