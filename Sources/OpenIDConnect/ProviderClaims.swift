import JSON

/// The provider's statements about a person: the claims of the ID token, and those of the user info if it was needed.
public struct ProviderClaims: Sendable {
  public let subject: String
  /// The id of the session at the provider.
  public let sessionID: String?
  private var documents: [JSONValue]

  static let subjectLengths = 1...255

  init?(_ claims: JSONValue) {
    guard let subject = claims["sub"]?.text, Self.isSubject(subject) else { return nil }
    self.subject = subject
    sessionID = claims["sid"]?.text
    documents = [claims]
  }

  /// PostgreSQL cannot store the null character.
  public static func isSubject(_ text: String) -> Bool {
    subjectLengths.contains(text.unicodeScalars.count) && !text.utf8.contains(0)
  }

  /// Adds the response of the user info endpoint. Returns false if it is malformed or about another person.
  public mutating func addUserInfo(_ bytes: [UInt8]) -> Bool {
    guard let document = ProviderDocument.object(bytes), let subject = document["sub"]?.text,
      subject.utf8.elementsEqual(self.subject.utf8)
    else { return false }
    documents.append(document)
    return true
  }

  /// The text of a claim. An address counts only if the provider has verified it, in the same document.
  public func text(_ claim: String) -> String? {
    for document in documents {
      guard let text = document[claim]?.text else { continue }
      guard claim == "email" else { return text }
      if case .bool(true)? = document["email_verified"] { return text }
    }
    return nil
  }

  /// The groups in a claim: a list of texts, or one text with spaces or commas. Nil if there is no such claim.
  public func groups(_ claim: String) -> [String]? {
    for document in documents {
      if let list = document[claim]?.list { return list.compactMap(\.text) }
      if let text = document[claim]?.text {
        return text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
      }
    }
    return nil
  }
}
