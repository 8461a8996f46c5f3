/// Names everything that is wrong with the bytes of a value that could not be decoded: what is missing or mistyped, and
/// what a judge finds wrong with the rest.
public struct ArgumentCheck<Value: Decodable & Sendable>: Sendable {
  private let shape: Shape
  private let most: Int
  private let judge: @Sendable (Value) -> [Fault.Field]

  /// `judge` sees a value that was never sent: samples stand for what is wrong. It may read nothing else, and do
  /// nothing.
  public init(most: Int = CBORLimits.faultFields, judge: @escaping @Sendable (Value) -> [Fault.Field] = { _ in [] }) {
    shape = Shape.of(Value.self)
    self.most = most
    self.judge = judge
  }

  /// `first` is what decoding has found.
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
      for field in judge(value) where fields.count < most && !wrong.contains(where: field.isOf) {
        fields.append(field)
      }
    }
    if fields.count == 1 { return .invalid(one.field, one.message) }
    return Fault(.invalid, "\(fields.count) values are invalid", fields: fields)
  }
}

extension Fault.Field {
  /// Whether it is about a member, or about a part of it.
  fileprivate func isOf(_ path: String) -> Bool {
    field == path || path.isEmpty || field.hasPrefix(path + ".") || field.hasPrefix(path + "[")
  }
}
