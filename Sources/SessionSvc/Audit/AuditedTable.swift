import Storage

/// A table whose rows follow from the journal.
struct AuditedTable {
  var name: String
  /// How many columns behind the user make a row's key.
  var keyColumns: Int
  /// A user's rows in the order of their key, the key first.
  var rows: SQL
  /// Users who have rows and are no users.
  var orphans: SQL
  var delete: SQL

  /// Throws where one of its columns is not there.
  func checkColumns(_ found: Rows) throws {
    _ = try found.cursor(rows, .text("")).next()
  }

  /// `users` is not here: half of its row says where the journal begins and ends.
  static let all =
    CatalogueStore.audited + [
      ListeningStore.audited, AnomalyStore.audited, RuckStore.audited, GoalStore.audited, WorkStore.audited,
      LibraryStore.audited, ReadingStore.audited, ReadingTotalsStore.audited, TimerStore.audited, ShareStore.audited,
    ] + DiversityStore.audited
}
