/// Who is asking, and what they may.
struct Identity: Equatable, Sendable {
  var user: String
  var scope: Scope
}

/// How the question for an identity ended.
enum Verdict {
  case known(Identity, Account)
  /// The credentials are no good; the text is for the client.
  case refused(String)
  /// Nobody can say now.
  case unavailable(String)
}
