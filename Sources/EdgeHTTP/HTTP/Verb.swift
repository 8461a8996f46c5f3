/// The request methods that some endpoint answers; any other is only known to be one.
enum Verb: UInt8, CaseIterable, Sendable {
  case get, head, post, put, patch, delete, options, other

  var text: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other: "OTHER"
    }
  }

  /// Names of methods are case-sensitive: `get` is another method than `GET`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    switch range.count {
    case 3:
      self = bytes.equals(range, Verb.names[0]) ? .get : bytes.equals(range, Verb.names[3]) ? .put : .other
    case 4:
      self = bytes.equals(range, Verb.names[2]) ? .post : bytes.equals(range, Verb.names[1]) ? .head : .other
    case 5: self = bytes.equals(range, Verb.names[4]) ? .patch : .other
    case 6: self = bytes.equals(range, Verb.names[5]) ? .delete : .other
    case 7: self = bytes.equals(range, Verb.names[6]) ? .options : .other
    default: self = .other
    }
  }

  private static let names = allCases.map { [UInt8]($0.text.utf8) }
}
