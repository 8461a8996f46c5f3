/// Finds all errors of a value that could not be decoded: missing and mistyped members, and what `validate` finds in
/// the other members.
public struct ArgumentCheck<Value: Decodable & Sendable>: Sendable {
  private let shape: Shape
  private let most: Int
  private let validate: @Sendable (Value) -> [Fault.Field]

  /// `validate` gets samples in place of missing and mistyped members. It must be a pure function of the value.
  public init(most: Int = CBORLimits.faultFields, validate: @escaping @Sendable (Value) -> [Fault.Field] = { _ in [] })
  {
    shape = Shape.of(Value.self)
    self.most = most
    self.validate = validate
  }

  /// `first` is the error of the decoder.
  public func fault(_ first: Fault, in bytes: [UInt8]) -> Fault {
    bytes.withUnsafeBytes { fault(first, in: $0) }
  }

  public func fault(_ first: Fault, in bytes: UnsafeRawBufferPointer) -> Fault {
    guard first.code == .invalid, bytes.count <= CBORLimits.checkedBytes, (try? CBORCheck.valid(bytes)) != nil,
      let check = ShapeCheck(bytes, shape, most: most), let one = check.fields.first
    else { return first }
    var fields = check.fields
    if let value = try? CBORDecoder.decode(Value.self, from: check.repairedBytes) {
      let wrong = fields.map(\.field)
      for field in validate(value) where fields.count < most && !wrong.contains(where: field.isOf) {
        fields.append(field)
      }
    }
    if fields.count == 1 { return .invalid(one.field, one.message) }
    return Fault(.invalid, "\(fields.count) values are invalid", fields: fields)
  }
}

extension Fault.Field {
  /// Whether the field is `path` or a part of it.
  fileprivate func isOf(_ path: String) -> Bool {
    field == path || path.isEmpty || field.hasPrefix(path + ".") || field.hasPrefix(path + "[")
  }
}
