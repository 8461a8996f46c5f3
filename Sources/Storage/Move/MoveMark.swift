/// What a database knows of being moved: one row of a table of its own, in the source and in the target, so that every
/// program that opens one of them knows, on whatever machine it is.
struct MoveMark: Equatable {
  enum State: String {
    /// The source: its data is being copied to `other`, and has been.
    case moving, moved
    /// The target: it does not hold all of the data yet that comes from `other`, and does.
    case arriving, arrived
  }

  static let table = "moves"
  static let definition: SQL = """
    CREATE TABLE IF NOT EXISTS moves (place BIGINT PRIMARY KEY, id TEXT NOT NULL, state TEXT NOT NULL,
      other TEXT NOT NULL, begun TEXT NOT NULL, came TEXT, after_user TEXT)
    """

  /// The same in the source and in the target.
  var id: String
  var state: State
  var other: String
  var begun: String
  /// The move by which the data came here: everything that was in its source is in this database.
  var came: String?
  /// In the target: the last user of whom everything is there.
  var afterUser: String?

  static func read(_ connection: any Connection) throws -> MoveMark? {
    guard try connection.tableNames().contains(table) else { return nil }
    var found: MoveMark?
    try connection.all("SELECT id, state, other, begun, came, after_user FROM moves WHERE place = 1", []) { row in
      guard let state = State(rawValue: row.text(1)) else {
        throw DatabaseError(.newerSchema, "a later version has moved this database (\(row.text(1))): use that one")
      }
      found = MoveMark(
        id: row.text(0), state: state, other: row.text(2), begun: row.text(3), came: row.optionalText(4),
        afterUser: row.optionalText(5))
      return false
    }
    return found
  }

  func write(_ connection: any Connection) throws {
    try connection.run(Self.definition, [])
    try connection.run(
      """
      INSERT INTO moves (place, id, state, other, begun, came, after_user) VALUES (1, $1, $2, $3, $4, $5, $6)
      ON CONFLICT (place) DO UPDATE SET id = excluded.id, state = excluded.state, other = excluded.other,
        begun = excluded.begun, came = excluded.came, after_user = excluded.after_user
      """,
      [.text(id), .text(state.rawValue), .text(other), .text(begun), .optional(came), .optional(afterUser)])
  }

  /// Takes the mark off a source. What came here is still here.
  func remove(_ connection: any Connection) throws {
    guard let came else { return try connection.run("DELETE FROM moves", []) }
    var mark = self
    (mark.id, mark.state) = (came, .arrived)
    try mark.write(connection)
  }

  /// Why nothing may work on the database; nil where it may.
  var refusal: DatabaseError? {
    switch state {
    case .arrived: nil
    case .moving:
      DatabaseError(
        .moved,
        """
        its data is on the way to \(other) since \(begun): run 'waymark migrate' again to finish that, or \
        'waymark migrate --unlock' to use this database as before
        """)
    case .moved:
      DatabaseError(
        .moved,
        """
        its data was moved to \(other) (\(begun)): give that as --database; 'waymark migrate --unlock' uses this \
        database again, without what was written there since
        """)
    case .arriving:
      DatabaseError(
        .moved,
        "it does not hold all of the data yet that comes from \(other) (\(begun)): run 'waymark migrate' again")
    }
  }
}

extension DatabaseAddress {
  /// Why nothing may work on the database, since its data is elsewhere, or not all here; nil where it may, and where
  /// it cannot be read.
  public var moveRefusal: String? {
    do {
      try checkMoves()
      return nil
    } catch let error as DatabaseError where error.code == .moved {
      return error.message
    } catch {
      return nil
    }
  }

  /// Throws `moved` where nothing may work on the database.
  func checkMoves() throws {
    guard driver.isThere else { return }
    guard let refusal = try MoveMark.read(try driver.openFound())?.refusal else { return }
    throw DatabaseError(.moved, "\(self): \(refusal.message)")
  }
}
