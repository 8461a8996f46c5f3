import API
public import Service
public import Storage

extension Settings {
  /// Where the journal is. Throws where `--database` names nothing that this build has a driver for.
  public func journal() throws(SettingsError) -> DatabaseAddress {
    guard let database else { return DatabaseAddress(file: databasePath("journal")) }
    guard let address = DatabaseAddress(parsing: database) else {
      // It may hold a password.
      let kind = database.firstRange(of: "://").map { String(database[..<$0.lowerBound]) } ?? ""
      throw SettingsError("database '\(kind)' is not one that this build opens; give sqlite:PATH or postgres://…")
    }
    return address
  }
}

/// The journal's database as it is found at the start: what is wrong with it is reported before any call is answered,
/// with what to do.
public enum JournalFile {
  /// As a command opens it that needs it for a moment. Only what runs the stack makes one where there is none.
  public static func open(_ settings: Settings, makingIt: Bool) throws -> Database {
    let journal = try settings.journal()
    if !makingIt { try checkThere(journal) }
    return try open(journal, readers: 1)
  }

  /// As a command opens it that only reads, in a backup too: nothing is made or changed, not even brought up to date.
  public static func inspect(_ settings: Settings) throws -> Database {
    let journal = try settings.journal()
    try checkThere(journal)
    guard journal.hasSchema != false else {
      throw SettingsError("\(journal) is empty, or no journal; give the right --data")
    }
    do {
      return try Database(inspecting: journal, migrations: SessionSchema.migrations)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw damaged(journal, error)
    }
  }

  private static func checkThere(_ journal: DatabaseAddress) throws {
    guard journal.isThere else {
      throw SettingsError("there is no data at \(journal); 'waymark up' makes it, or give the right --data")
    }
  }

  /// Opens or makes it. Throws a line for the operator where it is damaged, or empty although it cannot be.
  static func open(_ settings: Settings) throws -> Database {
    let journal = try settings.journal()
    if UserStore.hasUsers(in: journal) == false, ErasureStore.hasErasures(in: journal) == false {
      let views = [StatsAPI.service, MilestoneAPI.service, DiversityAPI.service]
      let snapshots = views.map(settings.databasePath).filter { path in
        JournalStore.hasSnapshots(in: DatabaseAddress(file: path)) == true
      }
      if let first = snapshots.first {
        throw SettingsError(
          """
          \(journal) is empty, but \(first) has seen users: put \(journal.everyPart) back from where it went; to begin \
          with nothing, remove \(snapshots.joined(separator: ", ")) first
          """)
      }
    }
    return try open(journal, readers: nil)
  }

  private static func open(_ journal: DatabaseAddress, readers: Int?) throws -> Database {
    do {
      return try Database(journal, migrations: SessionSchema.migrations, readers: readers)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw damaged(journal, error)
    }
  }

  static func damaged(_ journal: DatabaseAddress, _ error: DatabaseError) -> SettingsError {
    SettingsError(
      """
      \(journal) is damaged, or no journal (\(error.message)): keep a copy of \(journal.everyPart), then restore the \
      newest backup; docs/operating.md says how to save what is still readable
      """)
  }
}
