public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let passwords: [Endpoint] = [
    SessionAPI.SavePassword.endpoint,
    SessionAPI.DeletePassword.endpoint,
    SessionAPI.ConfirmSession.endpoint,
    SessionAPI.EndOtherSessions.endpoint,
    SessionAPI.ListSignIns.endpoint,
  ]
}

extension SessionAPI {
  /// Sets or replaces the password.
  public struct SavePassword: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "password.save"
    static let endpoint = Endpoint.submit(
      .put, "/account/password", SavePassword.self, "Set the password.",
      details: """
        Ends all other browser sessions. `currentPassword` is required if there is a password, unless the sign-in is \
        recent. The first password needs a recent sign-in. A wrong `currentPassword` is 401 and does not end the \
        session.
        """,
      example: #"{"currentPassword": "correct horse battery", "password": "staple the horse twice"}"#
    ).inBrowser().limitingAttempts().receivingCredentials(as: "maker").receivingVisitor()

    public var currentPassword: String?
    public var password: String
    public var maker: Maker?
    public var visitor: Visitor?

    public init(currentPassword: String? = nil, password: String, maker: Maker? = nil, visitor: Visitor? = nil) {
      self.currentPassword = currentPassword
      self.password = password
      self.maker = maker
      self.visitor = visitor
    }
  }

  public struct DeletePassword: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "password.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/account/password", DeletePassword.self, "Remove the password.",
      details: """
        Needs a recent sign-in. 409 unless a passkey or a link to a provider remains, because the person could not \
        sign in without one.
        """
    ).orConflict().orNotFound().inBrowser().receivingCredentials(as: "maker")

    public var maker: Maker?
    public init(maker: Maker? = nil) { self.maker = maker }
  }

  /// Proves again who uses the browser.
  public struct ConfirmSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "session.confirm"
    static let endpoint = Endpoint.submit(
      .post, "/session/confirm", ConfirmSession.self, "Confirm this session.",
      details: """
        Send the password, or the JSON of one of the person's passkeys, as in `POST /session/passkey`. For ten \
        minutes, the session then counts as a recent sign-in. A wrong proof is 401 and does not end the session.
        """,
      example: #"{"password": "correct horse battery"}"#
    ).inBrowser().limitingAttempts().receivingCredentials(as: "maker").receivingVisitor()

    public var password: String?
    public var id: String?
    public var type: String?
    public var response: AssertionResponse?
    public var maker: Maker?
    public var visitor: Visitor?

    public init(
      password: String? = nil, id: String? = nil, type: String? = nil, response: AssertionResponse? = nil,
      maker: Maker? = nil, visitor: Visitor? = nil
    ) {
      self.password = password
      self.id = id
      self.type = type
      self.response = response
      self.maker = maker
      self.visitor = visitor
    }
  }

  public struct EndOtherSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "session.endOthers"
    static let endpoint = Endpoint.submit(
      .post, "/session/end-others", EndOtherSessions.self, "End all other browser sessions.",
      details: "With `tokens`, also revokes all tokens, except the one with which this session signed in.",
      example: #"{"tokens": false}"#
    ).inBrowser().receivingCredentials(as: "maker")

    public var tokens: Bool?
    public var maker: Maker?

    public init(tokens: Bool? = nil, maker: Maker? = nil) {
      self.tokens = tokens
      self.maker = maker
    }
  }

  public struct ListSignIns: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<SignInReply>
    public static let name = "signIn.list"
    static let endpoint = Endpoint.get(
      "/sign-ins", ListSignIns.self, parameters: Parameter.page, "List the recent sign-ins, newest first.",
      details: "The last 200, including failed ones.")

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct SignInReply: Codable, Hashable, Sendable {
    public var at: Instant
    public var method: SignInMethod
    public var outcome: SignInOutcome
    public var address: String
    public var userAgent: String?
    public var sessionId: String?

    public init(
      at: Instant, method: SignInMethod, outcome: SignInOutcome, address: String, userAgent: String?, sessionId: String?
    ) {
      self.at = at
      self.method = method
      self.outcome = outcome
      self.address = address
      self.userAgent = userAgent
      self.sessionId = sessionId
    }
  }
}

extension Bound {
  /// Bounds are checked when a password is set. A sign-in only compares.
  static let password = text(PasswordRules.lengths, form: "^[\\s\\S]*$")
}

extension SessionAPI.SavePassword: Described {
  public static var title: String { "PasswordInput" }
  public static let members: [String: Note] = [
    "currentPassword": Note("The password until now.", like: "correct horse battery"),
    "password": Note("The new password.", .password, like: "staple the horse twice"),
  ]
}

extension SessionAPI.ConfirmSession: Described {
  public static var title: String { "ConfirmationInput" }
  public static let members: [String: Note] = [
    "password": Note("The password.", like: "correct horse battery"),
    "id": Note("The credential's id, base64url, instead of the password.", like: "q83vEjRWeJA"),
    "type": Note("Always `public-key`.", like: "public-key"),
    "response": "The authenticator's response, with `id`.",
  ]
}

extension SessionAPI.EndOtherSessions: Described {
  public static var title: String { "EndOthersInput" }
  public static let members: [String: Note] = ["tokens": "Whether to revoke all tokens too. Default: false."]
}

extension SessionAPI.SignInReply: Described {
  public static var title: String { "SignInRecord" }
  public static let members: [String: Note] = [
    "at": "The time of the sign-in.",
    "method": "The method of the sign-in.",
    "outcome": "Whether it succeeded.",
    "address": Note("The address that it came from.", like: "203.0.113.7"),
    "userAgent": "The `User-Agent` of the request.",
    "sessionId": "The id of the session in `GET /tokens`, or null.",
  ]
}
