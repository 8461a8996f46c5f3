import Proto

/// The calls between the edges of one socket.
enum SiblingAPI: ServiceAPI {
  static let service = "edge"
}

/// A kind of key by which attempts are limited.
enum AttemptKind: String, Codable, Sendable, CaseIterable {
  case address, user, session
}

extension SiblingAPI {
  /// Waits for the turn of an attempt.
  struct BeginAttempt: Method {
    typealias API = SiblingAPI
    static let name = "attempt.begin"
    var kind: AttemptKind
    var key: String

    struct Reply: Codable, Sendable, Equatable {
      /// Names the attempt, or nil if it may not be made.
      var ticket: Int64?
      /// The time until the next attempt is allowed, if too many failed.
      var seconds: Int?
    }
  }

  /// Ends an attempt.
  struct FinishAttempt: Method {
    typealias API = SiblingAPI
    static let name = "attempt.finish"
    typealias Reply = Nothing
    var ticket: Int64
    var outcome: SignInAttempts.Outcome
  }
}
