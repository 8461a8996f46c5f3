public import Proto

extension Endpoints {
  static let browserSessions: [Endpoint] = [
    SessionAPI.SignIn.endpoint,
    SessionAPI.SignOut.endpoint,
  ]
}

extension SessionAPI {
  /// What a browser's cookie becomes: a secret of its own, or nothing any more.
  public struct BrowserCookie: Codable, Sendable {
    public var secret: String?
    /// How long it is good for.
    public var seconds: Int
    /// It was set by an earlier call of the same key.
    public var replayed: Bool?

    public init(secret: String?, seconds: Int, replayed: Bool? = nil) {
      self.secret = secret
      self.seconds = seconds
      self.replayed = replayed
    }
  }

  /// Signs a browser in, by a token or by a code that is good once. The edge names the maker and the user where the
  /// token is a JWT, which it has judged.
  public struct SignIn: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signIn"
    static let endpoint = Endpoint.cookie(
      .post, "/session", SignIn.self, "Sign a browser in.",
      details: """
        With `token`, which is what `Authorization` takes after `Bearer`, or with the `code` of a link that \
        `waymark sign-in` prints: one of the two. The answer sets the cookie `waymark`, which is good for as long as \
        the token, 90 days at most, and ends with it. More than 10 wrong ones a minute from one address are 429. With \
        an `Idempotency-Key`, the same token or code and the same body set the same cookie again, of a code for as \
        long as it would have been good.
        """,
      example: #"{"code": "gq3Zf0Ywq5o6m2cJ7yTn1uXhVbKdLsEa8PiR4tWjNzM"}"#
    ).forAnybody().naming(maker: "maker")

    public var token: String?
    public var code: String?
    public var maker: Maker?

    public init(token: String? = nil, code: String? = nil, maker: Maker? = nil) {
      self.token = token
      self.code = code
      self.maker = maker
    }
  }

  /// Ends the browser's session that the call was made with; of other credentials nothing ends.
  public struct SignOut: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signOut"
    static let endpoint = Endpoint.cookie(
      .delete, "/session", SignOut.self, "Sign this browser out.",
      details: "Ends the session of the cookie that the call was made with. With other credentials nothing ends."
    ).needing(.read).naming(maker: "maker")

    public var maker: Maker?
    public init(maker: Maker? = nil) { self.maker = maker }
  }
}

extension SessionAPI.SignIn: Described {
  public static let members: [String: Note] = [
    "token": Note("An access token or a JWT.", .text(1...8_192, form: "^[!-~]+$"), like: "wm_0PzJq7…"),
    "code": Note("From behind the `#` of a link.", .text(1...128, form: "^[!-~]+$"), like: "gq3Zf0Ywq5o6m2cJ7yTn1uX"),
  ]
}
