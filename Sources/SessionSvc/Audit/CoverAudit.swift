import Crypto
import Domain
import Proto
import Storage

/// Checks that covers are undamaged images of existing works and stories. Only a person can replace a damaged one: the
/// journal has no images.
enum CoverAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    // The remaining rows of a user who is being deleted do not fit together.
    let erasing = try ErasureStore.users(rows)
    try CoverStore.each(rows) { cover in
      guard !erasing.contains(cover.user) else { return }
      let name = "the cover of \(cover.user)'s \(cover.kind) \(cover.id)"
      if !isWhole(cover) {
        findings.append("\(name) is damaged; delete it or send it again")
      } else if !cover.isExpected {
        findings.append("\(name) belongs to nothing that exists; it does no harm")
      }
    }
    return findings
  }

  private static func isWhole(_ cover: CoverStore.Audited) -> Bool {
    TextRules.isUserId(cover.user) && CoverKind(rawValue: cover.kind) != nil && TextRules.isObjectId(cover.id)
      && cover.size == cover.bytes.count && SHA256.hash(cover.bytes) == cover.digest
      && (try? CoverRules.header(of: cover.bytes))?.format.rawValue == cover.type
      && CBORLimits.instantSeconds.contains(cover.createdAt)
  }
}
