public import Proto

extension Endpoints {
  static let provider: [Endpoint] = [
    SessionAPI.BeginProvider.endpoint,
    SessionAPI.FinishProvider.endpoint,
    SessionAPI.EndProviderSessions.endpoint,
    SessionAPI.ListLinks.endpoint,
    SessionAPI.DeleteLink.endpoint,
    SessionAPI.MakeAppCode.endpoint,
  ]
}

extension SessionAPI {
  /// The next address of the browser, and the cookies to set.
  public struct Redirection: Codable, Sendable {
    public var location: String
    /// The cookie of a new session.
    public var session: BrowserCookie?
    public var attempts: AttemptsCookie?

    public init(location: String, session: BrowserCookie? = nil, attempts: AttemptsCookie? = nil) {
      self.location = location
      self.session = session
      self.attempts = attempts
    }
  }

  /// The cookie with the sign-ins that a browser has begun. Empty to clear it.
  public struct AttemptsCookie: Codable, Hashable, Sendable {
    public var value: String
    public var seconds: Int

    public init(value: String, seconds: Int) {
      self.value = value
      self.seconds = seconds
    }
  }

  /// Begins a sign-in with the provider.
  public struct BeginProvider: Method {
    public typealias API = SessionAPI
    public typealias Reply = Redirection
    public static let name = "provider.begin"
    static let endpoint = Endpoint.redirect(
      "/session/oidc", BeginProvider.self,
      parameters: [
        .query(
          "to", .opaque,
          "The path to return to: at most 300 bytes, below the path of the public address. Default: the start page."),
        .query("link", .choice(["1"]), "Links the account at the provider to the signed-in person."),
        .query("app", .opaque, "The address of an app, which gets a code."),
        .query("code_challenge", .opaque, "With `app`: the challenge of its verifier (RFC 7636)."),
        .query("code_challenge_method", .choice(["S256"]), "With `app`: the kind of challenge."),
        .query("state", .opaque, "With `app`: returned to it."),
      ],
      "Sign in with the OpenID Connect provider.",
      details: """
        Redirects the browser to the provider, and sets a cookie that binds the sign-in to this browser for ten \
        minutes. 404 if this server has no provider and the request has no `app`. `link=1` needs a signed-in browser \
        with a recent sign-in. With `app`, which must be one of the configured addresses, and a challenge, the sign-in \
        ends at that address with `code` or `error`, and `state`. If there is no provider, `app` leads to the web \
        page, which offers the other ways to sign in.
        """
    ).orNotFound().withOptionalCredentials().receivingCredentials(as: "maker").receivingVisitor().receivingOrigin()

    enum CodingKeys: String, CodingKey {
      case to, link, app, state, maker, visitor, origin
      case codeChallenge = "code_challenge"
      case codeChallengeMethod = "code_challenge_method"
    }

    public var to: String?
    public var link: String?
    public var app: String?
    public var codeChallenge: String?
    public var codeChallengeMethod: String?
    public var state: String?
    public var maker: Maker?
    public var visitor: Visitor?
    public var origin: String?

    public init(
      to: String? = nil, link: String? = nil, app: String? = nil, codeChallenge: String? = nil,
      codeChallengeMethod: String? = nil, state: String? = nil, maker: Maker? = nil, visitor: Visitor? = nil,
      origin: String? = nil
    ) {
      self.to = to
      self.link = link
      self.app = app
      self.codeChallenge = codeChallenge
      self.codeChallengeMethod = codeChallengeMethod
      self.state = state
      self.maker = maker
      self.visitor = visitor
      self.origin = origin
    }
  }

  /// Finds the attempt of a callback in the browser's cookie and uses it up. The edge calls it before
  /// `FinishProvider`. Throws `unauthenticated` if there is no such attempt.
  public struct TakeAttempt: Method {
    public typealias API = SessionAPI
    public static let name = "provider.takeAttempt"
    public var state: String
    public var visitor: Visitor?

    public init(state: String, visitor: Visitor?) {
      self.state = state
      self.visitor = visitor
    }

    public struct Reply: Codable, Sendable {
      /// The attempt, for `FinishProvider`.
      public var attempt: [UInt8]
      /// The cookie without it.
      public var attempts: AttemptsCookie

      public init(attempt: [UInt8], attempts: AttemptsCookie) {
        self.attempt = attempt
        self.attempts = attempts
      }
    }
  }

  /// Ends a sign-in with the provider, to which the provider has sent the browser.
  public struct FinishProvider: Method {
    public typealias API = SessionAPI
    public typealias Reply = Redirection
    public static let name = "provider.finish"
    static let endpoint = Endpoint.redirect(
      "/session/oidc/callback", FinishProvider.self,
      parameters: [
        .query("code", .opaque, "The provider's code."),
        .query("state", .opaque, "The state of the attempt."),
        .query("iss", .opaque, "The issuer."),
        .query("error", .opaque, "Why the provider has no code."),
      ],
      "Receive the browser from the OpenID Connect provider.",
      details: """
        Redirects to the place where the sign-in began, with the cookie of the new session, or to the page with \
        `#signin=` and a reason: denied, expired, provider, token, group, unknownUser, nameTaken, badName, taken or \
        disabled. Other parameters are ignored. 404 without a provider.
        """
    ).orNotFound().withoutCredentials().limitingAttempts().ignoringOtherQueries().receivingVisitor().receivingOrigin()

    public var code: String?
    public var state: String?
    public var iss: String?
    public var error: String?
    public var visitor: Visitor?
    public var origin: String?
    /// The reply to `TakeAttempt`; nil if there is no such attempt.
    public var attempt: [UInt8]?

    enum CodingKeys: String, CodingKey { case code, state, iss, error, visitor, origin, attempt }

    public init(
      code: String? = nil, state: String? = nil, iss: String? = nil, error: String? = nil, visitor: Visitor? = nil,
      attempt: [UInt8]? = nil
    ) {
      self.code = code
      self.state = state
      self.iss = iss
      self.error = error
      self.visitor = visitor
      self.attempt = attempt
    }
  }

  /// Ends the sessions that the provider has ended (OpenID Connect Back-Channel Logout).
  public struct EndProviderSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "provider.endSessions"
    static let endpoint = Endpoint.form(
      "/session/oidc/logout", EndProviderSessions.self, "Receive a logout token from the OpenID Connect provider.",
      details: """
        The provider calls it. It ends the browser sessions of the token's session or person. An invalid token is 400 \
        with `error` and `error_description`. 404 without a provider.
        """,
      example: #"{"logout_token": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"}"#
    ).orNotFound().withoutCredentials()

    enum CodingKeys: String, CodingKey { case logoutToken = "logout_token" }

    public var logoutToken: String

    public init(logoutToken: String) { self.logoutToken = logoutToken }
  }

  /// Ends the sign-in of an app with a browser session.
  public struct MakeAppCode: Method {
    public typealias API = SessionAPI
    public typealias Reply = NextAddress
    public static let name = "app.makeCode"
    static let endpoint = Endpoint.send(
      .post, "/session/app", MakeAppCode.self, "Sign an app in.",
      details: """
        Returns the address that the page goes to. `app` is one of the configured addresses. The app exchanges the \
        code in that address with `POST /session` for a token. The code works once, for a minute.
        """,
      example: #"{"app": "waymark://signed-in", "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"}"#
    ).inBrowser().receivingCredentials(as: "maker")

    public var app: String
    public var codeChallenge: String
    public var state: String?
    public var maker: Maker?

    public init(app: String, codeChallenge: String, state: String? = nil, maker: Maker? = nil) {
      self.app = app
      self.codeChallenge = codeChallenge
      self.state = state
      self.maker = maker
    }
  }

  /// The address that the page goes to.
  public struct NextAddress: Codable, Sendable {
    public var url: String
    public init(url: String) { self.url = url }
  }
}

extension SessionAPI.MakeAppCode: Described {
  public static var title: String { "AppSignInInput" }
  public static let members: [String: Note] = [
    "app": Note("The address of the app.", like: "waymark://signed-in"),
    "codeChallenge": Note("The challenge of the app's verifier (RFC 7636, S256).", .text(1...128, form: "^[!-~]+$")),
    "state": Note("Returned to the app.", .text(0...300, form: "^[\\s\\S]*$")),
  ]
}

extension SessionAPI.NextAddress: Described {
  public static var title: String { "NextAddress" }
  public static let members: [String: Note] = [
    "url": Note("The address to go to.", like: "waymark://signed-in?code=gq3Zf0Y&state=x")
  ]
}

extension SessionAPI.EndProviderSessions: Described {
  public static var title: String { "LogoutInput" }
  public static let members: [String: Note] = ["logout_token": Note("The provider's token.", like: "eyJhbGciOi…")]
}
