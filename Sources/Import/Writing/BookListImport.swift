import API
import Chronology
import Domain
import Proto

/// Plans a list of books while it is read, so that the memory does not contain the list. While a piece of the list is
/// planned, another thread reads the next one.
struct BookListImport {
  /// The reader after a piece of the list, and the books of that piece.
  private struct Piece: Sendable {
    var table: BookTable
    var findings = Findings()
    var isLast = false
  }

  let client: ImportClient
  let reading: FileReading
  /// The folders for temporary files.
  let folders: [String]
  let now: Instant
  var chunkBytes = ImportLimits.chunkBytes
  var blockBytes = ImportLimits.spoolBlockBytes

  /// Returns nil if the format is not a list of books.
  func plan(_ source: ImportSource, progress: (Int) -> Void) async throws -> ImportPlan? {
    guard let table = reading.bookTable else { return nil }
    var books = ListedBooks(client: client, plan: ImportPlan(folders: folders, blockBytes: blockBytes, now: now))
    var bytes = try source.bytes(at: 0, count: chunkBytes)
    var offset = bytes.count
    var next = Self.read(bytes, after: Piece(table: table))
    while true {
      var piece = try await naming(source, next)
      var after = piece
      _ = after.findings.takeBooks()
      let end = offset
      if !piece.isLast {
        bytes = try source.bytes(at: offset, count: chunkBytes)
        offset += bytes.count
        next = Self.read(bytes, after: after)
      }
      try await books.take(&piece.findings)
      progress(end)
      if piece.isLast { break }
    }
    try books.plan.finish()
    return books.plan
  }

  /// Reads the next piece of the list. Without bytes, the list ends.
  private static func read(_ bytes: [UInt8], after piece: Piece) -> Task<Piece, any Error> {
    Task.detached(executorPreference: globalConcurrentExecutor) {
      var piece = piece
      if bytes.isEmpty {
        try piece.table.finish(into: &piece.findings)
        piece.isLast = true
      } else {
        try piece.table.read(bytes[...], into: &piece.findings)
      }
      return piece
    }
  }

  /// If the file belongs to another known format, the error names that format.
  private func naming(_ source: ImportSource, _ reading: Task<Piece, any Error>) async throws -> Piece {
    do {
      return try await reading.value
    } catch let error as ImportError {
      throw KnownFormat.error(error, for: source, chosen: self.reading.format)
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
