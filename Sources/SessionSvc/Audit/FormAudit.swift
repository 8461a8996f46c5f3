import Chronology
import Domain
import Proto
import Storage

/// What no event tells of, and what can therefore only be looked at for its form: tokens, and first answers to keys.
enum FormAudit {
  static func findings(now: Instant, _ reading: Reading) throws -> [String] {
    var findings: [String] = []
    let steps = try reading.all("SELECT number, name FROM schema_steps ORDER BY number") { ($0.int(0), $0.text(1)) }
    let known = SessionSchema.migrations.map { ($0.number, $0.name) }
    if !steps.elementsEqual(known, by: ==) { findings.append("the steps of the schema are not those of this program") }
    let latest = now.seconds + AuditLimits.clockSlackSeconds
    try reading.each(
      "SELECT hash, id, user_id, scopes, created_at, expires_at, revoked_at, name FROM tokens ORDER BY id"
    ) { row in
      let id = row.text(1)
      let times = [row.integer(4)] + [row.optionalInteger(5), row.optionalInteger(6)].compactMap { $0 }
      let scopes = row.text(3).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let isWhole =
        row.bytes(0).count == 32 && Tokens.id(ofHash: row.bytes(0)) == id && TextRules.isUserId(row.text(2))
        && !scopes.isEmpty && scopes.allSatisfy(Tokens.scopes.contains) && row.integer(4) <= latest
        && times.allSatisfy { $0 >= row.integer(4) && Limits.instantSeconds.contains($0) }
      if !isWhole { findings.append("the token \(id) is not one that was made here; revoke it") }
      return true
    }
    try reading.each("SELECT user_id, method, idem_key, digest, reply, created_at FROM idempotency") { row in
      let bytes = row.bytes(4)
      let isItem = bytes.withUnsafeBytes { (try? CBORCheck.wellFormed($0, depth: Limits.depth)) != nil }
      let isWhole =
        TextRules.isUserId(row.text(0)) && [0, 32].contains(row.bytes(3).count) && isItem && row.integer(5) <= latest
        && row.integer(5) >= ListeningRules.earliest.seconds
      if !isWhole { findings.append("the first answer to a key of \(row.text(0)) is not what was kept") }
      return true
    }
    return findings
  }
}
