/// Copies everything of one database to another, whatever engines they have. It may be cut short at any point, and the
/// same call goes on with the first user who is not whole: a transaction of the target holds whole users, and the mark
/// that says so.
///
/// From its beginning on the source is refused to all others, and the target until it is whole.
public final class DatabaseMove {
  let source: any MovingConnection
  let target: any MovingConnection
  let byUser: [MovedTable]
  let others: [MovedTable]
  let check: any MoveCheck
  let progress: (_ rows: Int) -> Void

  /// Opens both, brings both schemas up to date, and keeps all others out. Throws where the target has tables of
  /// another program, and where something works on one of them.
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
      throw MoveFailure("source and target are the same database, \(self.source.place)")
    }
  }

  var tables: [MovedTable] { byUser + others }

  public var sourcePlace: String { source.place }

  /// How many rows there are to move, those that have arrived before included.
  public func rowCount() throws -> Int {
    try tables.map { try count($0, source) }.reduce(0, +)
  }

  /// Moves what is left to move. `now` is when, for a person.
  public func run(at now: String) throws -> MoveReport {
    guard let begun = try begin(at: now) else { return try report(wasDone: true) }
    do {
      try source.writing {
        try source.keepUnchanged(tables.map(\.table))
        try copyUsers(after: begun.target.afterUser)
        try copyOthers()
        try compareCounts()
        var mark = begun.source
        mark.state = .moved
        try mark.write(source)
      }
    } catch let error as DamagedSource {
      // Nothing stands at the target that is not here, so that this one may be used, and put in order.
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

  /// Marks both ends, or finds where a move before this one was cut short. Nil where that had come to its end.
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
    if let from, from.state == .moved || from.state == .arriving, let refusal = from.refusal {
      throw MoveFailure("\(source.place): \(refusal.message)")
    }
    try checkTarget(to, from)
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let leaving = MoveMark(id: id, state: .moving, other: target.place, begun: now, came: from?.came)
    let arriving = MoveMark(id: id, state: .arriving, other: source.place, begun: now)
    // The target first: where it has no room for its mark, the source is not refused either.
    try target.writing {
      // What an earlier move has left there, or what was moved from there to here.
      for table in tables { try target.run(made: table.delete, []) }
      try arriving.write(target)
    }
    try source.writing { try leaving.write(source) }
    return (leaving, arriving)
  }

  /// A target is empty, or holds only what the source has: a part of it that an earlier move has copied, or what came
  /// from the target itself.
  private func checkTarget(_ mark: MoveMark?, _ from: MoveMark?) throws {
    switch mark?.state {
    case .arriving: return
    case .moved where mark?.id == from?.came: return
    default:
      for table in tables where try count(table, target) > 0 {
        throw MoveFailure(
          "\(target.place) has data of its own (table \(table.table.name)): give an empty database as --to")
      }
    }
  }

  func count(_ table: MovedTable, _ connection: any MovingConnection) throws -> Int {
    func ask() throws -> [Value]? { try connection.cursor(made: table.count, []).next() }
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
        throw MoveFailure("\(table.table.name) has \(there) rows in the source, and \(here) have arrived")
      }
    }
  }

  private func report(wasDone: Bool) throws -> MoveReport {
    MoveReport(
      source: source.place, target: target.place,
      tables: try tables.map { ($0.table.name, try count($0, target)) }, wasDone: wasDone)
  }

  /// Lets a source be used again. False where it is not locked. Throws where it is a target that is not whole.
  public static func unlock(_ address: DatabaseAddress, migrations: [Migration]) throws -> Bool {
    let connection = try address.driver.openToMove(migrations)
    guard let mark = try MoveMark.read(connection) else { return false }
    switch mark.state {
    case .arrived: return false
    case .arriving:
      throw MoveFailure("\(connection.place) cannot be unlocked: \(mark.refusal?.message ?? "it is not whole")")
    case .moving, .moved:
      try connection.writing { try mark.remove(connection) }
      return true
    }
  }
}
