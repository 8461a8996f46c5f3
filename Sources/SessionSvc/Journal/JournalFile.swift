import API
public import Service
public import Storage

extension Settings {
  /// Returns the journal's address. Throws if the value of `--database` is not a supported address.
  public func journal() throws(SettingsError) -> DatabaseAddress {
    guard let database else { return DatabaseAddress(file: databasePath("journal")) }
    guard let address = DatabaseAddress(parsing: database) else {
      // Only the scheme is reported, because the address may contain a password.
      let kind = database.firstRange(of: "://").map { String(database[..<$0.lowerBound]) } ?? ""
      let found = kind.isEmpty ? "" : ", not \(kind)://…"
      throw SettingsError("--database (WAYMARK_DATABASE) must be sqlite:PATH or postgres://…\(found)")
    }
    return address
  }
}

/// Opens the journal's database. Problems are reported at the start, with instructions.
public enum JournalFile {
  /// Opens the journal for a short command. Only commands that run the stack may create it.
  public static func open(_ settings: Settings, creating: Bool) throws -> Database {
    let journal = try settings.journal()
    if !creating { try checkExists(journal) }
    return try open(journal, readers: 1)
  }

  /// Opens the journal read-only, including one in a backup. It is not migrated.
  public static func inspect(_ settings: Settings) throws -> Database {
    let journal = try settings.journal()
    try checkExists(journal)
    guard journal.hasSchema != false else {
      throw SettingsError("\(journal) is empty or not a journal; check --data and --database")
    }
    do {
      return try Database(inspecting: journal, migrations: SessionSchema.migrations)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw damaged(journal, error)
    }
  }

  private static func checkExists(_ journal: DatabaseAddress) throws {
    guard journal.exists else {
      throw SettingsError("\(journal) does not exist; create it with 'waymark up', or check --data and --database")
    }
  }

  /// Opens or creates the journal. Throws a message for the operator if it is damaged, or empty although views have
  /// data.
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
          \(journal) is empty, but \(first) contains users: put \(journal.fileNames) back, or, to start with \
          no data, remove \(snapshots.joined(separator: ", ")) first
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
      \(journal) is damaged or not a journal (\(error.message)): keep a copy of \(journal.fileNames), then restore the \
      newest backup; docs/troubleshooting.md explains how to save readable data
      """)
  }
}
