import Chronology
import Crypto
import Domain
import OpenIDConnect
import Proto
import Storage

/// Checks the rows of links to the provider and of the sign-ins that are in progress.
enum ProviderAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try LinkStore.each(rows) { hash, link in
      let times = [link.linkedAt.seconds] + (link.lastUsedAt.map { [$0.seconds] } ?? [])
      let isWhole =
        hash == link.hash && Tokens.id(ofHash: hash) == link.id && TextRules.isUserId(link.user)
        && times.allSatisfy(CBORLimits.instantSeconds.contains)
      if !isWhole { findings.append("the provider link \(link.id) has invalid values; remove it") }
    }
    try AppCodeStore.each(rows) { code in
      let isWhole =
        code.hash.count == SHA256.byteCount && TextRules.isUserId(code.user) && PKCE.isChallenge(code.challenge)
        && code.scopes.allSatisfy(TokenRules.scopes.contains)
        && CBORLimits.instantSeconds.contains(code.tokenEnd.seconds)
        && CBORLimits.instantSeconds.contains(code.expiresAt.seconds)
      if !isWhole { findings.append("the code of an app's sign-in has invalid values; it ends within a minute") }
    }
    if try !UsedProofStore.areWhole(rows) {
      findings.append("a proof that was used once has invalid values; it ends within minutes")
    }
    return findings
  }
}
