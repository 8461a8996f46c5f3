import Service
import Storage

/// The journal's file as it is found at the start: what is wrong with it is said before anything is answered, with what
/// to do.
enum JournalFile {
  /// Opens or makes it. Throws a line for the operator where it is damaged, or empty although it cannot be.
  static func open(_ settings: Settings) throws -> Database {
    let path = settings.journalPath
    if UserStore.hasUsers(in: path) == false {
      let snapshots = ["stats", "milestone", "diversity"].map(settings.viewPath).filter { path in
        JournalStore.hasSnapshots(in: path) == true
      }
      if let first = snapshots.first {
        throw SettingsError(
          """
          \(path) is empty, but \(first) has seen users: put the journal back, with its -wal file, from where it went; \
          to begin with nothing, remove \(snapshots.joined(separator: ", ")) first
          """)
      }
    }
    do {
      return try Database(path: path, migrations: SessionSchema.migrations)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw damaged(path, error)
    }
  }

  static func damaged(_ path: String, _ error: DatabaseError) -> SettingsError {
    SettingsError(
      """
      \(path) is damaged, or no journal (\(error.message)): keep a copy of it and of its -wal file, then restore the \
      newest backup; docs/operating.md says how to save what is still readable
      """)
  }
}
