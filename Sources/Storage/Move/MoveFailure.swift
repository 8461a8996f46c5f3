/// Why a move goes no further, in one line.
public struct MoveFailure: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }

  /// A database with tables, of which none says which steps it has taken, is another program's.
  static func refuse(foreign names: Set<String>, at place: String) throws {
    guard names.isEmpty || names.contains("schema_steps") else {
      let some = names.sorted().prefix(3).joined(separator: ", ")
      throw MoveFailure("\(place) has tables of another program (\(some)): give a database of its own")
    }
  }
}

/// What is wrong with the source, so that it is not copied.
public struct DamagedSource: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
