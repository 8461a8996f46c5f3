import API
import Chronology
import Domain
import Proto

/// Imports an account export. The document is read twice: once to check that it is complete, and once to write it.
struct AccountImport {
  let client: ImportClient
  let isDryRun: Bool
  /// The folders for temporary files.
  let folders: [String]
  let now: Instant

  func run(_ source: ImportSource, progress: (ImportProgress) -> Void) async throws -> ImportReport {
    let document = try document(in: source, progress)
    let known = try await knownHistory()
    var writer = HistoryWriter(
      client: client, anomalies: document.anomalies, isDryRun: isDryRun, now: now, known: known)
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
      // `lastEvent` is not trusted.
      progress(ImportProgress(phase: .write, done: done, total: max(document.lastEvent, done)))
    }
    try reader.finish()
    let report = try await writer.finish()
    guard !isDryRun else { return report }
    try await restoreTracks(from: source)
    try await restoreCovers(from: source)
    return report
  }

  /// Stores the document's tracks of rucks that have none.
  private func restoreTracks(from source: ImportSource) async throws {
    let rucks = try await client.rucks()
    let starts = Dictionary(rucks.lazy.filter { !$0.hasTrack }.map { ($0.id, $0.startedAt) }) { first, _ in first }
    var tracks = AccountTracks(starts: starts, spool: TrackSpool(folders: folders))
    try source.forEachChunk { _ in
    } _: { chunk throws(ImportError) in
      try tracks.read(chunk)
    }
    let stage = ImportStage.tracks(tracks.planned, from: tracks.spool, isFromConnector: false)
    try await ImportWriter(client: client).run(stage) { _, _ in }
  }

  /// Stores the document's covers of works and stories that have none.
  private func restoreCovers(from source: ImportSource) async throws {
    var bare = try await client.objectsWithoutCover()
    var covers = AccountCovers()
    var offset = 0
    while offset < source.byteCount, !bare.isEmpty {
      let chunk = try source.bytes(at: offset, count: ImportLimits.chunkBytes)
      if chunk.isEmpty { break }
      offset += chunk.count
      for cover in try covers.read(chunk[...]) where bare.remove(CoveredObject(cover.kind, cover.id)) != nil {
        try await client.store(cover)
      }
    }
  }

  private func document(
    in source: ImportSource, _ progress: (ImportProgress) -> Void
  ) throws(ImportError) -> AccountDocument {
    var document = AccountDocument()
    do throws(ImportError) {
      try source.forEachChunk { done in
        progress(ImportProgress(phase: .read, done: done, total: source.byteCount))
      } _: { chunk throws(ImportError) in
        try document.read(chunk)
      }
      try document.finish()
    } catch {
      throw KnownFormat.error(error, for: source, chosen: .waymark)
    }
    return document
  }

  /// Reads the history of the account.
  private func knownHistory() async throws(Fault) -> KnownHistory {
    var known = KnownHistory()
    try await client.forEachEvent { known.insert($0) }
    return known
  }
}
