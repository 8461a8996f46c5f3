/// The supported request methods. All others are `other`.
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

  /// Method names are case-sensitive: `get` is not `GET`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    func isNamed(_ name: StaticString) -> Bool { bytes.equals(range, name) }
    switch range.count {
    case 3 where isNamed("GET"): self = .get
    case 3 where isNamed("PUT"): self = .put
    case 4 where isNamed("POST"): self = .post
    case 4 where isNamed("HEAD"): self = .head
    case 5 where isNamed("PATCH"): self = .patch
    case 6 where isNamed("DELETE"): self = .delete
    case 7 where isNamed("OPTIONS"): self = .options
    default: self = .other
    }
  }
}
