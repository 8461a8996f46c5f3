import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import WebAuthn

/// Checks the rows of people, their invitations, their sign-ins and their passkeys.
enum PeopleAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try PersonStore.each(rows) { person, role, state in
      let isWhole =
        TextRules.isUserId(person.user) && PersonRole(rawValue: role) != nil && PersonState(rawValue: state) != nil
        && person.password.map { PasswordHash($0) != nil } ?? true
        && PersonRules.violations(ofDisplayName: person.displayName).isEmpty
        && CBORLimits.instantSeconds.contains(person.createdAt.seconds)
      if !isWhole { findings.append("the person \(person.user) has invalid values; set the password and role again") }
    }
    try InvitationStore.each(rows) { invitation in
      let isWhole =
        invitation.hash.count == SHA256.byteCount && Tokens.id(ofHash: invitation.hash) == invitation.id
        && invitation.user.map(TextRules.isUserId) ?? true && invitation.createdAt < invitation.expiresAt
        && CBORLimits.instantSeconds.contains(invitation.createdAt.seconds)
        && CBORLimits.instantSeconds.contains(invitation.expiresAt.seconds)
      if !isWhole { findings.append("the invitation \(invitation.id) has invalid values; delete it") }
    }
    try SignInStore.each(rows) { user, place, signIn, isKnown in
      let isWhole =
        isKnown && TextRules.isUserId(user) && place > 0 && CBORLimits.instantSeconds.contains(signIn.at.seconds)
      if !isWhole { findings.append("a recorded sign-in of \(user) has invalid values; newer ones will replace it") }
    }
    try PasskeyStore.each(rows) { passkey, hash, count in
      let isWhole =
        SHA256.hash(passkey.credential) == hash && Tokens.id(ofHash: hash) == passkey.id
        && TextRules.isUserId(passkey.user) && (try? CredentialKey(cose: passkey.publicKey)) != nil
        && (0...Int64(UInt32.max)).contains(count) && TextRules.violations(ofText: passkey.name, "name").isEmpty
        && CBORLimits.instantSeconds.contains(passkey.createdAt.seconds)
        && passkey.lastUsedAt.map { CBORLimits.instantSeconds.contains($0.seconds) } ?? true
      if !isWhole { findings.append("a passkey of \(passkey.user) has invalid values; remove it and add it again") }
    }
    findings += try ProviderAudit.findings(rows)
    findings += try OutgoingAudit.findings(rows)
    return findings
  }
}
