import Chronology
import Domain
import Proto
import Storage

/// Checks the values of rows that no event describes: tokens, codes, kept responses and records of deleted accounts.
enum FormAudit {
  static func findings(now: Instant, _ rows: Rows) throws -> [String] {
    var findings: [String] = []
    let steps = try rows.schemaSteps()
    let known = SessionSchema.migrations.map { ($0.number, $0.name) }
    if !steps.elementsEqual(known, by: ==) {
      findings.append("the database's migrations are not those of this program")
    }
    let latest = now.seconds + AuditLimits.clockSlackSeconds
    try TokenStore.each(rows) { token, hash, scopes, kind in
      let names = scopes.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      // A use is stored as the start of its minute.
      let lastUse = token.lastUsedAt.map { $0 + 60 }
      let times = [token.createdAt, token.expiresAt, token.revokedAt, lastUse].compactMap { $0?.seconds }
      let isWhole =
        hash.count == 32 && Tokens.id(ofHash: hash) == token.id && TextRules.isUserId(token.user)
        && !names.isEmpty && names.allSatisfy(TokenRules.scopes.contains) && token.createdAt.seconds <= latest
        && kind.map { TokenKind(rawValue: $0) != nil } ?? true
        && times.allSatisfy { $0 >= token.createdAt.seconds && CBORLimits.instantSeconds.contains($0) }
      if !isWhole { findings.append("the token \(token.id) has invalid values; revoke it") }
    }
    try CodeStore.each(rows) { hash, user, expiresAt, usedAt in
      let isWhole =
        hash.count == 32 && TextRules.isUserId(user) && expiresAt >= ListeningRules.earliest
        && expiresAt.seconds <= latest + TokenRules.codeSeconds && usedAt.map { $0 < expiresAt } ?? true
      if !isWhole {
        findings.append("a sign-in code has invalid values; the next new code removes it")
      }
    }
    try IdempotencyStore.each(rows) { key, answer, createdAt in
      let isItem = answer.reply.withUnsafeBytes { (try? CBORCheck.wellFormed($0, depth: CBORLimits.depth)) != nil }
      let isWhole =
        TextRules.isUserId(key.user) && [0, 32].contains(answer.digest.count) && isItem && createdAt.seconds <= latest
        && createdAt >= ListeningRules.earliest
      if !isWhole { findings.append("a kept response of \(key.user) is damaged") }
    }
    for (erasure, user) in try ErasureStore.all(rows) where !ErasureStore.isWhole(erasure, user) {
      findings.append("the record of a deleted account is damaged and is ignored")
    }
    return findings
  }
}
