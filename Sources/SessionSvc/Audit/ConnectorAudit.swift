import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

/// Checks the rows of connectors.
enum ConnectorAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    var findings: [String] = []
    try TokenDigestStore.each(rows) { hash, token, user in
      let isWhole = hash.count == SHA256.byteCount && token.count == SHA256.byteCount && TextRules.isUserId(user)
      if !isWhole { findings.append("a digest of a device token of \(user) has invalid values; create a new token") }
    }
    try ConnectorUseStore.each(rows) { user, use in
      let isWhole =
        TextRules.isUserId(user) && ConnectorName(rawValue: use.connector) != nil && isTime(use.seenAt)
        && use.problem.map { isTime($0.at) } ?? true
      if !isWhole { findings.append("a recorded use of a connector of \(user) has invalid values; use it again") }
    }
    try ImportHistoryStore.each(rows) { user, stored in
      let isWhole =
        TextRules.isUserId(user) && isTime(stored.at) && stored.record != nil
        && min(stored.added, stored.alreadyThere, stored.rejected) >= 0
      if !isWhole { findings.append("a record of an import of \(user) has invalid values; it is not listed") }
    }
    try PositionStore.eachOfAll(rows) { user, stored in
      let isWhole =
        TextRules.isUserId(user) && isTime(stored.pushedAt)
        && PositionRules.violations(of: stored.position).isEmpty
      if !isWhole { findings.append("a position of \(user) has invalid values; synchronise the document again") }
    }
    try DocumentLinkStore.eachOfAll(rows) { user, document, workId in
      let isWhole =
        TextRules.isUserId(user) && PositionRules.isDocument(document) && TextRules.isObjectId(workId)
      if !isWhole { findings.append("a document of \(user) is linked to an invalid work; import it again") }
    }
    return findings + (try PodcastAudit.findings(rows))
  }

  private static func isTime(_ instant: Instant) -> Bool { CBORLimits.instantSeconds.contains(instant.seconds) }
}
