/// The reason why a sign-in with the provider failed, as the page explains it.
public enum SignInFailure: String, CaseIterable, Error, Sendable {
  /// The person or the provider denied the sign-in.
  case denied
  case expired
  /// The provider is unavailable, slow, or reports an error.
  case provider
  /// The ID token is not valid.
  case token
  /// The person is in none of the required groups.
  case group
  case unknownUser
  case nameTaken
  case badName
  /// The account at the provider belongs to another person.
  case taken
  case disabled
}

/// The reason why a token is rejected. The log shows it; it contains no part of the token.
public enum TokenRejection: String, Error, Sendable {
  case malformed, tooLong, type, algorithm, embeddedKey, criticalExtension, unknownKey, signature
  case issuer, audience, authorizedParty, expired, issuedAt, notYetValid, nonce, accessTokenHash, subject
  case events, tokenId, nonceInLogout
}
