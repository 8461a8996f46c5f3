/// One row of a result. It is valid only inside the closure that receives it.
public struct Row {
  let columns: any RowColumns

  public func integer(_ column: Int32) -> Int64 { columns.integer(column) }
  public func int(_ column: Int32) -> Int { Int(columns.integer(column)) }
  public func flag(_ column: Int32) -> Bool { columns.integer(column) != 0 }
  public func real(_ column: Int32) -> Double { columns.real(column) }
  public func isNull(_ column: Int32) -> Bool { columns.isNull(column) }

  public func text(_ column: Int32) -> String {
    String(decoding: columns.text(column), as: UTF8.self)
  }

  public func bytes(_ column: Int32) -> [UInt8] {
    [UInt8](columns.bytes(column))
  }

  /// Passes the column's bytes to `body` without a copy.
  public func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    try body(columns.bytes(column))
  }

  public func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  public func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
  public func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
}
