/// One step of the schema. Steps are numbered from 1 without gaps, and never edited once released.
public struct Migration: Sendable {
  public enum Change: Sendable {
    case createTable(Table)
    /// Further columns, at the end, without a value in the rows that are there: each is optional.
    case addColumns([Table.Column], to: String)
    /// An index by `columns`, in their order.
    case createIndex(String, on: String, columns: [String], isUnique: Bool = false)
    /// Words that every driver knows as they are.
    case run(SQL)
  }

  public var number: Int
  public var name: String
  public var changes: [Change]

  public init(_ number: Int, _ name: String, _ changes: [Change]) {
    self.number = number
    self.name = name
    self.changes = changes
  }
}

/// A table whose rows lie in the order of their key. How a type is spelt, how texts are compared (by their bytes) and
/// how rows are clustered is each driver's.
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
  /// Small, and asked for by other columns than its key: a database on several machines keeps a copy on each.
  public var isOnEachMachine: Bool

  public init(_ name: String, _ columns: [Column], key: [String], isOnEachMachine: Bool = false) {
    self.name = name
    self.columns = columns
    self.key = key
    self.isOnEachMachine = isOnEachMachine
  }
}
