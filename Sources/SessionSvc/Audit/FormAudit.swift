import Chronology
import Domain
import Proto
import Storage

/// Checks the values of rows that no event describes: tokens, codes, kept responses and records of deleted accounts.
struct FormAudit {
  private(set) var findings: [String] = []
  /// Times that only a wrong clock can have set. They are not damage, and they end with their rows.
  private(set) var clock: [String] = []
  private let latest: Int64

  init(now: Instant, _ rows: Rows) throws {
    latest = now.seconds + AuditLimits.clockSlackSeconds
    try checkSchema(rows)
    try checkTokens(rows)
    try checkCodes(rows)
    try checkKeptResponses(rows)
    findings += try PeopleAudit.findings(rows)
    findings += try TrackAudit.findings(rows)
    findings += try CoverAudit.findings(rows)
    findings += try ConnectorAudit.findings(rows)
    findings += try FileAudit.findings(rows)
    for (erasure, user) in try ErasureStore.all(rows) where !ErasureStore.isWhole(erasure, user) {
      findings.append("the record of a deleted account is damaged and is ignored")
    }
  }

  private mutating func checkSchema(_ rows: Rows) throws {
    let known = SessionSchema.migrations.map { ($0.number, $0.name) }
    if try !rows.schemaSteps().elementsEqual(known, by: ==) {
      findings.append("the database's migrations are not those of this program")
    }
  }

  private mutating func checkTokens(_ rows: Rows) throws {
    try TokenStore.each(rows) { token, hash, scopes, kind in
      let names = scopes.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let times = [
        token.createdAt, token.expiresAt, token.revokedAt, token.lastUsedAt, token.signedInAt, token.lastEnd,
        token.makerEnd, token.confirmedAt,
      ].compactMap { $0?.seconds }
      let isWhole =
        hash.count == 32 && Tokens.id(ofHash: hash) == token.id && TextRules.isUserId(token.user)
        && !names.isEmpty && names.allSatisfy(TokenRules.scopes.contains)
        && kind.map { TokenKind(rawValue: $0) != nil } ?? true
        && times.allSatisfy(CBORLimits.instantSeconds.contains)
        && token.expiresAt.map { $0 >= token.createdAt } ?? true
      if !isWhole { return findings.append("the token \(token.id) has invalid values; revoke it") }
      // A use is stored as the start of its minute.
      let later = [token.revokedAt, token.lastUsedAt.map { $0 + 60 }].compactMap { $0 }
      if token.createdAt.seconds > latest || later.contains(where: { $0 < token.createdAt }) {
        clock.append("the token \(token.id) has implausible times: the clock was wrong")
      }
    }
  }

  private mutating func checkCodes(_ rows: Rows) throws {
    try CodeStore.each(rows) { hash, user, expiresAt, usedAt in
      let isWhole =
        hash.count == 32 && TextRules.isUserId(user) && CBORLimits.instantSeconds.contains(expiresAt.seconds)
        && usedAt.map { $0 < expiresAt } ?? true
      if !isWhole {
        findings.append("a sign-in code has invalid values; the next new code removes it")
      } else if expiresAt < ListeningRules.earliest || expiresAt.seconds > latest + TokenRules.codeSeconds {
        clock.append("a sign-in code has implausible times: the clock was wrong")
      }
    }
  }

  private mutating func checkKeptResponses(_ rows: Rows) throws {
    try IdempotencyStore.each(rows) { key, kept, createdAt in
      let isItem = kept.reply.withUnsafeBytes { (try? CBORCheck.wellFormed($0, depth: CBORLimits.depth)) != nil }
      let isWhole =
        TextRules.isUserId(key.user) && [0, 32].contains(kept.digest.count) && isItem
        && CBORLimits.instantSeconds.contains(createdAt.seconds)
      if !isWhole {
        findings.append("a kept response of \(key.user) is damaged")
      } else if createdAt < ListeningRules.earliest || createdAt.seconds > latest {
        clock.append("a kept response of \(key.user) has an implausible time: the clock was wrong")
      }
    }
  }
}
