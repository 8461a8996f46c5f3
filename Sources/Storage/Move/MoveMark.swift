/// The state of a move: one row in a dedicated table of the source and of the target, so that every program that opens
/// either of them sees it on any machine.
struct MoveMark: Equatable {
  enum State: String {
    /// The source: its data is being copied to `other`, or was copied there.
    case moving, moved
    /// The target: the copy from `other` is incomplete, or complete.
    case arriving, arrived
  }

  static let table: StaticString = "moves"
  static let definition: SQL = """
    CREATE TABLE IF NOT EXISTS moves (place BIGINT PRIMARY KEY, id TEXT NOT NULL, state TEXT NOT NULL,
      other TEXT NOT NULL, begun TEXT NOT NULL, came TEXT, after_user TEXT)
    """

  /// The same in the source and in the target.
  var id: String
  var state: State
  var other: String
  var begun: String
  /// The move that brought the data here. Everything from its source is in this database.
  var came: String?
  /// In the target: the last user whose rows are all copied.
  var afterUser: String?

  static func read(_ connection: any Connection) throws -> MoveMark? {
    guard try connection.hasTable(table) else { return nil }
    var found: MoveMark?
    try connection.all("SELECT id, state, other, begun, came, after_user FROM moves WHERE place = 1", []) { row in
      guard let state = State(rawValue: row.text(1)) else {
        throw DatabaseError(
          .newerSchema, "a later version has moved this database (state \(row.text(1))); use the later version")
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

  /// Unlocks a source. If its data came from another move, the mark of that move is restored.
  func remove(_ connection: any Connection) throws {
    guard let came else { return try connection.run("DELETE FROM moves", []) }
    var mark = self
    (mark.id, mark.state) = (came, .arrived)
    try mark.write(connection)
  }

  /// The error for every user of the database, or nil if it may be used.
  var rejection: DatabaseError? {
    switch state {
    case .arrived: nil
    case .moving:
      DatabaseError(
        .moved,
        """
        its data is being moved to \(other) (since \(begun)): run 'waymark migrate' again to finish the move, or \
        'waymark migrate --unlock' to cancel it and keep this database
        """)
    case .moved:
      DatabaseError(
        .moved,
        """
        its data was moved to \(other) (\(begun)): set --database to it. 'waymark migrate --unlock' returns to this \
        database and loses everything written there since
        """)
    case .arriving:
      DatabaseError(
        .moved,
        "it is an incomplete copy of \(other) (\(begun)): run 'waymark migrate' again to finish it")
    }
  }
}

extension DatabaseAddress {
  /// The reason why the database may not be used because of a move. Nil if it may be used or cannot be read.
  public var moveRejection: String? {
    do {
      try checkMoves()
      return nil
    } catch let error as DatabaseError where error.code == .moved {
      return error.message
    } catch {
      return nil
    }
  }

  /// Throws `moved` if the database may not be used.
  func checkMoves() throws {
    guard driver.exists else { return }
    guard let rejection = try MoveMark.read(try driver.openExisting())?.rejection else { return }
    throw DatabaseError(.moved, "\(self): \(rejection.message)")
  }
}
