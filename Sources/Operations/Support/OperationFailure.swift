public import Storage

/// Why an operation failed and what to do about it, in one line.
public struct OperationFailure: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}

extension OperationFailure {
  public static func noData(at journal: DatabaseAddress) -> OperationFailure {
    OperationFailure("\(journal) does not exist; create it with 'waymark up', or check --data and --database")
  }
}
