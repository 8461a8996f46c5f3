public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// Describes the caller and the ways to sign in.
  public struct FetchCurrentSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = CurrentSession
    public static let name = "session.fetch"
    static let endpoint = Endpoint.get(
      "/session", FetchCurrentSession.self, "Show who is signed in, and the ways to sign in.",
      details: """
        Needs no credentials. Without them, or with a cookie that has ended, `isSignedIn` is false and the members \
        about the person and the session are null.
        """
    ).withOptionalCredentials().receivingCredentials(as: "maker").receivingVisitor()

    /// Nil without credentials.
    public var maker: Maker?
    public var visitor: Visitor?

    public init(maker: Maker? = nil, visitor: Visitor? = nil) {
      self.maker = maker
      self.visitor = visitor
    }
  }

  public struct CurrentSession: Codable, Hashable, Sendable {
    public var isSignedIn: Bool
    public var userId: String?
    public var displayName: String?
    public var role: PersonRole?
    public var method: SignInMethod?
    public var signedInAt: Instant?
    public var expiresAt: Instant?
    public var isFresh: Bool?
    public var hasPassword: Bool?
    public var methods: [SignInMethod]
    public var oidc: Provider?
    public var isSetUp: Bool

    public init(methods: [SignInMethod], oidc: Provider? = nil, isSetUp: Bool) {
      isSignedIn = false
      self.methods = methods
      self.oidc = oidc
      self.isSetUp = isSetUp
    }
  }

  /// The provider of single sign-on.
  public struct Provider: Codable, Hashable, Sendable {
    public var name: String
    /// Whether the page goes to the provider at once.
    public var auto: Bool

    public init(name: String, auto: Bool) {
      self.name = name
      self.auto = auto
    }
  }
}

extension SessionAPI.CurrentSession: Described {
  public static var title: String { "CurrentSession" }
  public static let members: [String: Note] = [
    "isSignedIn": "Whether the request has valid credentials.",
    "userId": "The user.",
    "displayName": "The display name, or null if none is set.",
    "role": "Whether the person manages others.",
    "method": "How this session signed in.",
    "signedInAt": "When this browser session signed in or was last confirmed.",
    "expiresAt": "When these credentials end, or null if they do not end. Using a browser session can move its end.",
    "isFresh": "Whether the sign-in is recent enough for calls that change how the person signs in.",
    "hasPassword": "Whether the person has a password.",
    "methods": "The ways to sign in at this address.",
    "oidc": "The provider of single sign-on, if there is one.",
    "isSetUp": "Whether an admin exists.",
  ]
}

extension SessionAPI.Provider: Described {
  public static var title: String { "SignInProvider" }
  public static let members: [String: Note] = [
    "name": Note("The text of the button.", like: "single sign-on"),
    "auto": "Whether the page goes to the provider at once.",
  ]
}
