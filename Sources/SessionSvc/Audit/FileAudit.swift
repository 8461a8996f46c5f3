import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

/// Checks the rows of files, and reads their content.
enum FileAudit {
  static func findings(_ rows: Rows) throws -> [String] {
    // Rows of accounts that are being deleted are incomplete.
    let erasing = try ErasureStore.users(rows)
    var findings: [String] = []
    var used: [String: Set<Int64>] = [:]
    try FileStore.eachOfAll(rows) { user, entry in
      guard !erasing.contains(user) else { return }
      if entry.blob != 0 { used[user, default: []].insert(entry.blob) }
      if try !isWhole(entry, of: user, rows) {
        findings.append("the file '\(entry.path.text)' of \(user) is damaged; send it again")
      }
    }
    try ImportOrderStore.eachOfAll(rows) { order in
      let pending = order.pending
      used[pending.user, default: []].insert(pending.blob)
      let isWhole =
        TextRules.isUserId(pending.user) && (1...FileRules.mostBytes).contains(pending.size)
        && CBORLimits.instantSeconds.contains(order.claimedUntil.seconds)
      if !isWhole { findings.append("an ordered import of \(pending.user) has invalid values; send the file again") }
    }
    try BlobStore.eachBlob(rows) { user, blob in
      guard !erasing.contains(user) else { return }
      let isUsed = used[user]?.contains(blob.id) ?? false
      let isWhole =
        TextRules.isUserId(user) && isUsed == blob.isUsed && (0...FileRules.mostBytes).contains(blob.size)
      if !isWhole { findings.append("content of a file of \(user) has invalid values; send the file again") }
    }
    if try BlobStore.hasOrphans(rows) { findings.append("content without a file was found; it does no harm") }
    return findings
  }

  private static func isWhole(_ entry: SessionAPI.FileEntry, of user: String, _ rows: Rows) throws -> Bool {
    guard TextRules.isUserId(user), FileRules.isAllowed(entry.path, isFolder: entry.isFolder),
      CBORLimits.instantSeconds.contains(entry.modifiedAt.seconds)
    else { return false }
    if entry.isFolder { return entry.size == 0 && entry.sha256.isEmpty && entry.blob == 0 }
    var digest = SHA256.Stream()
    var (place, size) = (0, 0)
    while size < entry.size {
      guard let bytes = try BlobStore.chunk(user, entry.blob, place: place, rows), !bytes.isEmpty else { return false }
      bytes.withUnsafeBytes { digest.add($0) }
      (place, size) = (place + 1, size + bytes.count)
    }
    return size == entry.size && digest.finish() == entry.sha256 && (entry.blob == 0) == (entry.size == 0)
  }
}
