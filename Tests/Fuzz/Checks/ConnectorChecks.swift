import Domain

@testable import Connectors

extension FuzzTarget {
  /// An accepted push keeps the rules of positions.
  func checkPush(_ bytes: [UInt8]) {
    guard let position = try? Position(kosync: bytes) else { return }
    precondition(PositionRules.violations(of: position).isEmpty, "an invalid position is accepted")
    precondition((0...300).contains(position.page(of: 300)), "a page is outside of its work")
  }

  /// The name and the token of readable credentials are what was encoded.
  func checkCredentials(_ bytes: [UInt8]) {
    let field = String(decoding: bytes, as: UTF8.self)
    _ = ConnectorCredentials.token(field)
    _ = ConnectorCredentials.digest(name: "ada", key: field)
    guard case .token(let name?, let token) = ConnectorCredentials.basic(field) else { return }
    precondition(!token.contains(0x3A), "a token contains a colon")
    precondition(name.utf8.count + token.count < field.utf8.count, "more was decoded than was encoded")
  }

  /// A path survives encoding, and so does a tag in a list.
  func checkDestination(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let path = Destination.path(text, base: "/waymark/dav"), FileRules.isAllowed(path, isFolder: true) {
      let encoded = "/waymark/dav/" + path.names.map(PercentText.encoded).joined(separator: "/")
      precondition(Destination.path(encoded, base: "/waymark/dav") == path, "a path changes when it is encoded")
      precondition(FilePath(text: path.text) == path, "a path changes when it is stored")
    }
    for tag in FileTag.list(text) {
      precondition(!tag.isEmpty && FileTag.isEqual(tag, tag), "a tag differs from itself")
    }
  }
}
