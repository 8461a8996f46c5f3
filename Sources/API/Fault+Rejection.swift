public import Domain
public import Proto

extension Fault {
  /// What a rule refused, as it is reported on the wire.
  public init(_ rejection: Rejection) {
    let fields = rejection.violations.map { Fault.Field(field: $0.field, message: $0.message) }
    let message =
      fields.count == 1
      ? "\(fields[0].field) \(fields[0].message)" : "\(fields.count) things are wrong with what was sent"
    self.init(.invalid, message, fields: fields)
  }
}
