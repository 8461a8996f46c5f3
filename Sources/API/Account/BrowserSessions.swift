public import Proto

extension Endpoints {
  static let browserSessions: [Endpoint] = [
    SessionAPI.SignIn.endpoint,
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
        Send either `token`, as in `Authorization: Bearer`, or the `code` of a link that `waymark sign-in` prints. The \
        response sets the cookie `waymark`, which is valid for 90 days or until the token ends. More than 10 failed \
        attempts per minute from one address return 429. If the request has an `Idempotency-Key`, repeating it with \
        the same body sets the same cookie; with a code, only for as long as the code would have been valid.
        """,
      example: #"{"code": "gq3Zf0Ywq5o6m2cJ7yTn1uXhVbKdLsEa8PiR4tWjNzM"}"#
    ).withoutCredentials().receivingCredentials(as: "maker")

    public var token: String?
    public var code: String?
    public var maker: Maker?

    public init(token: String? = nil, code: String? = nil, maker: Maker? = nil) {
      self.token = token
      self.code = code
      self.maker = maker
    }
  }

  /// Ends the browser session of this request. Has no effect with other credentials.
  public struct SignOut: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signOut"
    static let endpoint = Endpoint.cookie(
      .delete, "/session", SignOut.self, "Sign this browser out.",
      details: "Ends the session of the request's cookie. Has no effect with other credentials."
    ).needing(.read).receivingCredentials(as: "maker")

    public var maker: Maker?
    public init(maker: Maker? = nil) { self.maker = maker }
  }
}

extension SessionAPI.SignIn: Described {
  public static let members: [String: Note] = [
    "token": Note("An access token or a JWT.", .text(1...8_192, form: "^[!-~]+$"), like: "wm_0PzJq7…"),
    "code": Note(
      "The part of the sign-in link after `#`.", .text(1...128, form: "^[!-~]+$"), like: "gq3Zf0Ywq5o6m2cJ7yTn1uX"),
  ]
}
