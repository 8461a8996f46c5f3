/// The only error on the wire.
public struct Fault: Error, Codable, Hashable, Sendable {
  public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    case invalid, notFound, conflict, unauthenticated, forbidden, unknownMethod, overloaded, deadlineExceeded
    case unavailable, cancelled, `internal`
  }

  public struct Field: Codable, Hashable, Sendable {
    public var field: String
    public var message: String

    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }

  public var code: Code
  public var message: String
  public var fields: [Field]?
  /// Additional members, as one CBOR item.
  public var detail: RawCBOR?

  public init(_ code: Code, _ message: String, fields: [Field]? = nil, detail: RawCBOR? = nil) {
    self.code = code
    self.message = message
    self.fields = fields
    self.detail = detail
  }
}
