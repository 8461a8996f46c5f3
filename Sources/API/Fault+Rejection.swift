public import Domain
public import Proto

extension Fault {
  /// Converts a rejection by a rule to a fault.
  public init(_ rejection: Rejection) {
    let fields = rejection.violations.map { Fault.Field(field: $0.field, message: $0.message) }
    let message =
      fields.count == 1
      ? "\(fields[0].field) \(fields[0].message)" : "\(fields.count) values are invalid"
    self.init(.invalid, message, fields: fields)
  }
}
