import Storage

/// A table whose rows can be rebuilt from the journal.
struct AuditedTable {
  var name: String
  /// The number of key columns after the user.
  var keyColumns: Int
  /// The user's rows in key order, with the key columns first.
  var rows: SQL
  /// Users with rows in this table but without a row in `users`.
  var orphans: SQL
  var delete: SQL

  /// Throws if a column does not exist.
  func checkColumns(_ found: Rows) throws {
    _ = try found.cursor(rows, .text("")).next()
  }

  /// `users` is not listed, because half of its row describes the journal itself.
  static let all =
    CatalogueStore.audited + [
      ListeningStore.audited, AnomalyStore.audited, RuckStore.audited, GoalStore.audited, WorkStore.audited,
      LibraryStore.audited, ReadStore.audited, ListenNoteStore.audited, ReadingStore.audited,
      ReadingTotalsStore.audited, TimerStore.audited,
      ShareStore.audited,
    ] + DiversityStore.audited
}
