import API
import Chronology
import Domain
import Proto

/// Plans a list of books while it is read, so that the memory does not contain the list.
struct BookListImport {
  let client: ImportClient
  let reading: FileReading
  /// The folders for temporary files.
  let folders: [String]
  let now: Instant
  var chunkBytes = ImportLimits.chunkBytes
  var blockBytes = ImportLimits.spoolBlockBytes

  /// Returns nil if the format is not a list of books.
  func plan(_ source: ImportSource, progress: (Int) -> Void) async throws -> ImportPlan? {
    guard var table = reading.bookTable else { return nil }
    var findings = Findings()
    var books = ListedBooks(client: client, plan: ImportPlan(folders: folders, blockBytes: blockBytes, now: now))
    var offset = 0
    while offset < source.byteCount {
      let chunk = try source.bytes(at: offset, count: chunkBytes)
      if chunk.isEmpty { break }
      offset += chunk.count
      try naming(source) { () throws(ImportError) in try table.read(chunk[...], into: &findings) }
      try await books.take(&findings)
      progress(offset)
    }
    try naming(source) { () throws(ImportError) in try table.finish(into: &findings) }
    try await books.take(&findings)
    try books.plan.finish()
    return books.plan
  }

  /// If the file belongs to another known format, the error names that format.
  private func naming(_ source: ImportSource, _ body: () throws(ImportError) -> Void) throws(ImportError) {
    do throws(ImportError) {
      try body()
    } catch {
      throw KnownFormat.error(error, for: source, chosen: reading.format)
    }
  }
}

/// A plan that gets the existing works and entries when the first book is found.
private struct ListedBooks {
  let client: ImportClient
  var plan: ImportPlan
  private var hasWorks = false
  private var hasEntries = false

  init(client: ImportClient, plan: ImportPlan) {
    self.client = client
    self.plan = plan
  }

  mutating func take(_ findings: inout Findings) async throws {
    if !hasWorks, !findings.books.isEmpty {
      hasWorks = true
      let page = { SessionAPI.ListWorks(limit: ImportLimits.pageItems, cursor: $0) }
      try await client.forEachPage(page) { try plan.insert(existing: $0.map { Work($0) }) }
    }
    if !hasEntries, findings.books.contains(where: { $0.entry != nil }) {
      hasEntries = true
      let page = { SessionAPI.ListLibrary(limit: ImportLimits.pageItems, cursor: $0) }
      try await client.forEachPage(page) { plan.shelve($0.lazy.map(\.workId)) }
    }
    try plan.take(&findings)
  }
}
