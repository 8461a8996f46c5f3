import API
import Chronology
import Domain
import Storage

/// The files and folders of users.
enum FileStore {
  static func entry(_ user: String, _ path: FilePath, _ rows: Rows) throws -> SessionAPI.FileEntry? {
    try rows.first(
      """
      SELECT path, is_folder, size, sha256, modified_at, blob_id FROM files WHERE user_id = $1 AND path = $2
      """, .text(user), .text(path.text), as: entry)
  }

  static func children(_ user: String, of path: FilePath, _ rows: Rows) throws -> [SessionAPI.FileEntry] {
    // The parent of the root's children is the empty text.
    try rows.all(
      """
      SELECT path, is_folder, size, sha256, modified_at, blob_id FROM files
      WHERE user_id = $1 AND parent = $2 ORDER BY path
      """, .text(user), .text(path.text), as: entry)
  }

  /// Returns everything below a folder, folders before their contents.
  static func contents(_ user: String, of path: FilePath, _ rows: Rows) throws -> [SessionAPI.FileEntry] {
    // A slash is followed by a zero in the order of bytes.
    try rows.all(
      """
      SELECT path, is_folder, size, sha256, modified_at, blob_id FROM files
      WHERE user_id = $1 AND path > $2 AND path < $3 ORDER BY path
      """, .text(user), .text(path.text + "/"), .text(path.text + "0"), as: entry)
  }

  /// Passes entries to `body` in the order of their paths until it returns false.
  static func each(
    _ user: String, after path: String, _ rows: Rows, body: (SessionAPI.FileEntry) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT path, is_folder, size, sha256, modified_at, blob_id FROM files
      WHERE user_id = $1 AND path > $2 ORDER BY path
      """, .text(user), .text(path)
    ) { try body(entry($0)) }
  }

  static func eachOfAll(_ rows: Rows, body: (_ user: String, SessionAPI.FileEntry) throws -> Void) throws {
    try rows.each(
      "SELECT path, is_folder, size, sha256, modified_at, blob_id, user_id FROM files ORDER BY user_id, path"
    ) { row in
      try body(row.text(6), entry(row))
      return true
    }
  }

  static func hasBlob(_ user: String, _ blob: Int64, _ rows: Rows) throws -> Bool {
    try rows.first("SELECT 1 FROM files WHERE user_id = $1 AND blob_id = $2", .text(user), .integer(blob)) {
      $0.int(0)
    } != nil
  }

  /// The number of files and folders, and their bytes.
  static func totals(_ user: String, _ rows: Rows) throws -> (count: Int, bytes: Int) {
    try rows.first("SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM files WHERE user_id = $1", .text(user))
    {
      ($0.int(0), $0.int(1))
    } ?? (0, 0)
  }

  static func save(_ entry: SessionAPI.FileEntry, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO files (user_id, path, parent, is_folder, size, sha256, modified_at, blob_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (user_id, path) DO UPDATE SET is_folder = excluded.is_folder, size = excluded.size,
        sha256 = excluded.sha256, modified_at = excluded.modified_at, blob_id = excluded.blob_id
      """,
      .text(user), .text(entry.path.text), .text(entry.path.parent.text), .flag(entry.isFolder),
      .integer(entry.size), .bytes(entry.sha256), .integer(entry.modifiedAt.seconds), .integer(entry.blob))
  }

  static func delete(_ path: FilePath, of user: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM files WHERE user_id = $1 AND path = $2", .text(user), .text(path.text))
  }

  private static func entry(_ row: Row) -> SessionAPI.FileEntry {
    SessionAPI.FileEntry(
      path: FilePath(text: row.text(0)), isFolder: row.flag(1), size: row.int(2), sha256: row.bytes(3),
      modifiedAt: Instant(seconds: row.integer(4)), blob: row.integer(5))
  }
}
