/// How the question for an identity ended.
enum Verdict {
  case known(Identity, Account)
  /// The credentials are no good; the text is for the client.
  case refused(String)
  /// Nobody can say now.
  case unavailable(String)
}
