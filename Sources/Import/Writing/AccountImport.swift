import API
import Chronology
import Domain
import Proto

/// The document of an account for an account: it is read twice, once to see that it is whole, and once to write.
struct AccountImport {
  let caller: ImportCaller
  let isDryRun: Bool
  let now: Instant

  func run(_ source: ImportSource, progress: (ImportProgress) -> Void) async throws -> ImportReport {
    var document = AccountDocument()
    try source.forEachChunk { done in
      progress(ImportProgress(phase: .read, done: done, total: source.byteCount))
    } _: { chunk throws(ImportRefusal) in
      try document.read(chunk)
    }
    try document.finish()
    let known = try await knownHistory()
    var writer = HistoryWriter(
      caller: caller, anomalies: document.anomalies, isDryRun: isDryRun, now: now, known: known)
    var reader = HistoryReader()
    var (offset, done) = (0, 0)
    while offset < source.byteCount {
      let chunk = try source.bytes(at: offset, count: ImportLimits.chunkBytes)
      if chunk.isEmpty { break }
      offset += chunk.count
      try reader.read(chunk[...]) { line, result in
        done += 1
        writer.append(result, line: line)
      }
      try await writer.write()
      // What the document promises is no more than that.
      progress(ImportProgress(phase: .write, done: done, total: max(document.lastEvent, done)))
    }
    try reader.finish()
    return try await writer.finish()
  }

  /// What the account has lived through itself.
  private func knownHistory() async throws(Fault) -> KnownHistory {
    var known = KnownHistory()
    try await caller.forEachEvent { known.insert($0) }
    return known
  }
}
