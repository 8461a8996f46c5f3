/// Copies a database to another one, on any engine. After an interruption, the same call continues with the first
/// incomplete user: each transaction of the target contains whole users and the mark that names the last of them.
///
/// From the start of the move, the source is locked for all others; the target is locked until it is complete.
public final class DatabaseMove {
  let source: any MovingConnection
  let target: any MovingConnection
  let byUser: [MovedTable]
  let others: [MovedTable]
  let check: any MoveCheck
  let progress: (_ rows: Int) -> Void

  /// Opens and locks both databases and migrates both schemas. Throws if the target has tables of another program, or
  /// if a process uses one of the databases.
  public init(
    from source: DatabaseAddress, to target: DatabaseAddress, migrations: [Migration], check: any MoveCheck,
    progress: @escaping (_ rows: Int) -> Void
  ) throws {
    self.check = check
    self.progress = progress
    self.source = try source.driver.openToMove(migrations)
    self.target = try target.driver.openToMove(migrations)
    let tables = Table.all(of: migrations).map(MovedTable.init)
    byUser = tables.filter(\.isByUser)
    others = tables.filter { !$0.isByUser }
    guard self.source.place != self.target.place else {
      throw MoveFailure("source and target are the same database (\(self.source.place)); give another one as --to")
    }
  }

  var tables: [MovedTable] { byUser + others }

  public var sourcePlace: String { source.place }

  /// The number of rows to move, including those that an earlier run has copied.
  public func rowCount() throws -> Int {
    try tables.map { try count($0, source) }.reduce(0, +)
  }

  /// Copies the remaining rows. `now` is shown to operators as the time of the move.
  public func run(at now: String) throws -> MoveReport {
    guard let begun = try begin(at: now) else { return try report(wasDone: true) }
    do {
      try source.writing {
        try source.lockAgainstWrites(tables.map(\.table))
        try copyUsers(after: begun.target.afterUser)
        try copyOthers()
        try compareCounts()
        var mark = begun.source
        mark.state = .moved
        try mark.write(source)
      }
    } catch let error as DamagedSource {
      // The source still has all rows, so it is unlocked and can be repaired.
      try? source.writing { try begun.source.remove(source) }
      throw error
    }
    try target.writing {
      var mark = begun.target
      (mark.state, mark.came, mark.afterUser) = (.arrived, mark.id, nil)
      try mark.write(target)
    }
    return try report(wasDone: false)
  }

  /// Marks both databases, or finds where an earlier run stopped. Returns nil if that run was complete.
  private func begin(at now: String) throws -> (source: MoveMark, target: MoveMark)? {
    let (from, to) = (try MoveMark.read(source), try MoveMark.read(target))
    do {
      try reading(source) { try check.source(Rows(connection: source)) }
    } catch let error as DamagedSource {
      if let from, from.state == .moving { try source.writing { try from.remove(source) } }
      throw error
    }
    if let from, let to, from.id == to.id {
      switch (from.state, to.state) {
      case (.moving, .arriving), (.moved, .arriving): return (from, to)
      case (.moved, .arrived): return nil
      default: break
      }
    }
    if let from, from.state == .moved || from.state == .arriving, let rejection = from.rejection {
      throw MoveFailure("\(source.place): \(rejection.message)")
    }
    try checkTarget(to, from)
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let leaving = MoveMark(id: id, state: .moving, other: target.place, begun: now, came: from?.came)
    let arriving = MoveMark(id: id, state: .arriving, other: source.place, begun: now)
    // The target is marked first, so that a full disk there does not lock the source.
    try target.writing {
      // Deletes the rows of an earlier move.
      for table in tables { try target.run(dynamic: table.delete, []) }
      try arriving.write(target)
    }
    try source.writing { try leaving.write(source) }
    return (leaving, arriving)
  }

  /// Throws unless the target is empty, holds an incomplete copy, or is where the source's data came from.
  private func checkTarget(_ mark: MoveMark?, _ from: MoveMark?) throws {
    switch mark?.state {
    case .arriving: return
    case .moved where mark?.id == from?.came: return
    default:
      for table in tables where try count(table, target) > 0 {
        throw MoveFailure(
          "\(target.place) is not empty (table \(table.table.name)): give an empty database as --to")
      }
    }
  }

  func count(_ table: MovedTable, _ connection: any MovingConnection) throws -> Int {
    func ask() throws -> [Value]? { try connection.cursor(dynamic: table.count, []).next() }
    guard case .integer(let count)? = try (connection.isIdle ? reading(connection, ask) : ask())?.first else {
      return 0
    }
    return Int(count)
  }

  private func reading<T>(_ connection: any MovingConnection, _ body: () throws -> T) throws -> T {
    try connection.perform(.beginReading)
    do {
      let result = try body()
      try connection.perform(.commit)
      return result
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      throw error
    }
  }

  private func compareCounts() throws {
    for table in tables {
      let (there, here) = (try count(table, source), try count(table, target))
      guard there == here else {
        throw MoveFailure(
          "table \(table.table.name) has \(there) rows in the source but \(here) in the target; "
            + "run 'waymark migrate' again"
        )
      }
    }
  }

  private func report(wasDone: Bool) throws -> MoveReport {
    MoveReport(
      source: source.place, target: target.place,
      tables: try tables.map { ($0.table.name, try count($0, target)) }, wasDone: wasDone)
  }

  /// Unlocks a source. Returns false if it is not locked, and throws if it is an incomplete target.
  public static func unlock(_ address: DatabaseAddress, migrations: [Migration]) throws -> Bool {
    let connection = try address.driver.openToMove(migrations)
    guard let mark = try MoveMark.read(connection) else { return false }
    switch mark.state {
    case .arrived: return false
    case .arriving:
      throw MoveFailure(
        "\(connection.place) cannot be unlocked: \(mark.rejection?.message ?? "the copy is incomplete")")
    case .moving, .moved:
      try connection.writing { try mark.remove(connection) }
      return true
    }
  }
}
