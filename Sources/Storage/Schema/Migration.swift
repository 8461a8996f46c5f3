/// One migration of the schema. Migrations are numbered from 1 without gaps and never edited after a release.
public struct Migration: Sendable {
  public enum Change: Sendable {
    case createTable(Table)
    /// Adds optional columns at the end. Existing rows get null.
    case addColumns([Table.Column], to: String)
    /// Creates an index on `columns`, in this order.
    case createIndex(String, on: String, columns: [String], isUnique: Bool = false)
    /// Runs SQL that every driver accepts.
    case run(SQL)
    /// Changes rows by code. It must be the only change of its migration. On a server, it has its own transaction.
    case perform(@Sendable (Transaction) throws -> Void)
  }

  public var number: Int
  public var name: String
  public var changes: [Change]

  /// The change of rows, if it is one.
  var body: ((Transaction) throws -> Void)? {
    guard changes.count == 1, case .perform(let body) = changes[0] else { return nil }
    return body
  }

  public init(_ number: Int, _ name: String, _ changes: [Change]) {
    self.number = number
    self.name = name
    self.changes = changes
  }
}

/// A table, stored in the order of its key. The driver chooses the SQL types, the bytewise text order and the
/// clustering.
public struct Table: Sendable {
  public enum Kind: Sendable { case text, integer, real, bytes }

  public struct Column: Sendable {
    public var name: String
    public var kind: Kind
    public var isOptional: Bool

    public init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
      self.name = name
      self.kind = kind
      self.isOptional = isOptional
    }
  }

  public var name: String
  public var columns: [Column]
  public var key: [String]
  /// Whether a distributed database keeps a copy on each machine: for small tables that are looked up by other columns
  /// than the key.
  public var isReplicated: Bool

  public init(_ name: String, _ columns: [Column], key: [String], isReplicated: Bool = false) {
    self.name = name
    self.columns = columns
    self.key = key
    self.isReplicated = isReplicated
  }
}
