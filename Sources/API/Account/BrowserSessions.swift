public import Proto

extension Endpoints {
  static let browserSessions: [Endpoint] = [
    SessionAPI.SetUp.endpoint,
    SessionAPI.FetchCurrentSession.endpoint,
    SessionAPI.SignIn.endpoint,
    SessionAPI.AcceptInvitation.endpoint,
    SessionAPI.SignOut.endpoint,
  ]
}

extension SessionAPI {
  /// The cookie to set in the browser: a new secret, or none to clear it.
  public struct BrowserCookie: Codable, Sendable {
    public var secret: String?
    /// The lifetime of the cookie.
    public var seconds: Int
    /// Whether an earlier call with the same idempotency key created the session.
    public var replayed: Bool?
    /// The provider's page that ends its own session, to which the browser goes.
    public var url: String?
    /// The token of an app, which gets no cookie.
    public var token: MadeToken?

    public init(secret: String?, seconds: Int, replayed: Bool? = nil) {
      self.secret = secret
      self.seconds = seconds
      self.replayed = replayed
    }
  }

  /// Signs a browser in with a token or with a one-time code. If the token is a JWT, the edge has validated it and
  /// passes its user and expiry.
  public struct SignIn: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signIn"
    static let endpoint = Endpoint.cookie(
      .post, "/session", SignIn.self, "Sign a browser in.",
      details: """
        Send `userId` and `password`, or `token`, as in `Authorization: Bearer`, or the `code` of a link that `waymark \
        sign-in` prints. The response sets the cookie `waymark` and ends the previous session of the browser. The \
        session ends 90 days after its last use, after one year, or with its token. More than 10 failed attempts per \
        minute from one address, or 20 wrong passwords per hour for one user id, return 429. If the request has a \
        token or a code and an `Idempotency-Key`, repeating it with the same body sets the same cookie; with a code, \
        only for as long as the code would have been valid. An app sends the `code` of its sign-in with \
        `codeVerifier` and the `name` of its token: 201 with a token, and no cookie.
        """,
      example: #"{"code": "gq3Zf0Ywq5o6m2cJ7yTn1uXhVbKdLsEa8PiR4tWjNzM"}"#
    ).alsoReturning(201).withoutCredentials().limitingAttempts().receivingCredentials(as: "maker").receivingVisitor()

    public var token: String?
    public var code: String?
    public var codeVerifier: String?
    public var name: String?
    public var userId: String?
    public var password: String?
    public var maker: Maker?
    public var visitor: Visitor?

    public init(
      token: String? = nil, code: String? = nil, codeVerifier: String? = nil, name: String? = nil,
      userId: String? = nil, password: String? = nil, maker: Maker? = nil, visitor: Visitor? = nil
    ) {
      self.token = token
      self.code = code
      self.codeVerifier = codeVerifier
      self.name = name
      self.userId = userId
      self.password = password
      self.maker = maker
      self.visitor = visitor
    }
  }

  /// Ends the browser session of this request. Has no effect with other credentials.
  public struct SignOut: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signOut"
    static let endpoint = Endpoint.cookie(
      .delete, "/session", SignOut.self, "Sign this browser out.",
      details: """
        Ends the session of the request's cookie. Has no effect with other credentials. 200 with `url` if the \
        provider's session ends too: the page then goes to that address.
        """
    ).alsoReturning(200).needing(.read).receivingCredentials(as: "maker").receivingVisitor()

    public var maker: Maker?
    public var visitor: Visitor?

    public init(maker: Maker? = nil, visitor: Visitor? = nil) {
      self.maker = maker
      self.visitor = visitor
    }
  }
}

extension SessionAPI.SignIn: Described {
  public static let members: [String: Note] = [
    "token": Note("An access token or a JWT.", .text(1...8_192, form: "^[!-~]+$"), like: "wm_0PzJq7…"),
    "code": Note(
      """
      The part of the sign-in link after `#code=`. For an app: the `code` in the address to which its sign-in returned.
      """, .text(1...128, form: "^[!-~]+$"), like: "gq3Zf0Ywq5o6m2cJ7yTn1uX"),
    "codeVerifier": Note(
      "The verifier of an app, with `code` and `name`.", like: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "name": Note("The name of the app's token.", like: "iPhone"),
    "userId": Note("The user id, with `password`.", like: "kim"),
    "password": Note("The password.", like: "correct horse battery"),
  ]
}
