/// The reason why a move stopped, in one line.
public struct MoveFailure: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }

  /// Throws if the database has tables but no record of migrations: another program owns it.
  static func checkNoForeignTables(_ names: Set<String>, at place: String) throws {
    guard names.isEmpty || names.contains("schema_steps") else {
      let some = names.sorted().prefix(3).joined(separator: ", ")
      throw MoveFailure("\(place) contains tables of another program (\(some)); use an empty database or schema")
    }
  }
}

/// Damage in the source, which is therefore not copied.
public struct DamagedSource: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
