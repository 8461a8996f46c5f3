/// How the question for an identity ended.
enum Verdict {
  case known(Identity, Quota)
  /// The credentials are no good; the text is for the client.
  case refused(String)
  /// It cannot be decided now.
  case unavailable(String)
}
