/// The result of authenticating a request.
enum Verdict {
  case known(Identity, Quota)
  /// The credentials are not valid. The text is for the client.
  case invalid(String)
  /// The credentials cannot be checked now.
  case unavailable(String)
  /// A limit rejects the request before it is decided.
  case rejected(LimitRejection)
}
