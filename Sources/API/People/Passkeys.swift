public import Chronology
public import Proto

extension Endpoints {
  static let passkeys: [Endpoint] = [
    SessionAPI.MakePasskeyOptions.endpoint,
    SessionAPI.CreatePasskey.endpoint,
    SessionAPI.ListPasskeys.endpoint,
    SessionAPI.RenamePasskey.endpoint,
    SessionAPI.DeletePasskey.endpoint,
    SessionAPI.MakeSignInOptions.endpoint,
    SessionAPI.SignInWithPasskey.endpoint,
  ]
}

/// A value, and a sealed challenge for the cookie `waymark_passkey` of the browser.
public struct Challenged<Value: Codable & Sendable>: Codable, Sendable {
  public var value: Value
  public var challenge: String
  public var seconds: Int

  public init(value: Value, challenge: String, seconds: Int) {
    self.value = value
    self.challenge = challenge
    self.seconds = seconds
  }
}

extension SessionAPI {
  /// The site whose passkeys can be used at the address of a request.
  public struct PasskeySite: Codable, Hashable, Sendable {
    /// The host.
    public var id: String
    /// The origin of the pages.
    public var origin: String

    public init(id: String, origin: String) {
      self.id = id
      self.origin = origin
    }
  }

  /// A passkey as its owner sees it.
  public struct PasskeyReply: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    public var createdAt: Instant
    public var lastUsedAt: Instant?

    public init(id: String, name: String, createdAt: Instant, lastUsedAt: Instant?) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
    }
  }

  public struct MakePasskeyOptions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Challenged<PasskeyCreationOptions>
    public static let name = "passkey.options"
    static let endpoint = Endpoint.challenge(
      "/passkeys/options", MakePasskeyOptions.self, "Begin to add a passkey.",
      details: """
        Needs a recent sign-in. The response is for `PublicKeyCredential.parseCreationOptionsFromJSON`, and sets the \
        cookie `waymark_passkey`, which `POST /passkeys` needs within five minutes. 404 if passkeys are off at this \
        address.
        """
    ).orNotFound().inBrowser().receivingCredentials(as: "maker").receivingVisitor()

    public var maker: Maker?
    public var visitor: Visitor?

    public init(maker: Maker? = nil, visitor: Visitor? = nil) {
      self.maker = maker
      self.visitor = visitor
    }
  }

  public struct CreatePasskey: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<PasskeyReply>
    public static let name = "passkey.create"
    static let endpoint = Endpoint.write(
      .post, "/passkeys", CreatePasskey.self, "Add a passkey.",
      details: """
        Needs a recent sign-in. Send the JSON of `PublicKeyCredential.toJSON()` and a `name`. A credential that fails \
        a check is 422, and one that exists is 409. A person has at most 20 passkeys.
        """,
      example: """
        {"name": "phone", "id": "q83vEjRWeJA", "type": "public-key", "response": {"clientDataJSON": "eyJ0eXAiOiJ3In0", \
        "attestationObject": "o2NmbXRkbm9uZQ"}}
        """
    ).returning(201).orConflict().orNotFound().inBrowser().receivingCredentials(as: "maker").receivingVisitor()

    public var name: String
    public var id: String
    public var type: String?
    public var response: AttestationResponse
    public var maker: Maker?
    public var visitor: Visitor?

    public init(
      name: String, id: String, type: String? = nil, response: AttestationResponse, maker: Maker? = nil,
      visitor: Visitor? = nil
    ) {
      self.name = name
      self.id = id
      self.type = type
      self.response = response
      self.maker = maker
      self.visitor = visitor
    }
  }

  public struct ListPasskeys: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<PasskeyReply>
    public static let name = "passkey.list"
    static let endpoint = Endpoint.get(
      "/passkeys", ListPasskeys.self, parameters: Parameter.page, "List the passkeys, oldest first.",
      details: "Passkeys of an earlier address of this server are listed, but cannot be used.")

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct RenamePasskey: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<PasskeyReply>
    public static let name = "passkey.rename"
    static let endpoint = Endpoint.write(
      .patch, "/passkeys/{id}", RenamePasskey.self, parameters: [.givenID], "Rename a passkey.",
      example: #"{"name": "old phone"}"#
    ).inBrowser().receivingCredentials(as: "maker")

    public var id: String
    public var name: String
    public var maker: Maker?

    public init(id: String, name: String, maker: Maker? = nil) {
      self.id = id
      self.name = name
      self.maker = maker
    }
  }

  public struct DeletePasskey: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "passkey.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/passkeys/{id}", DeletePasskey.self, parameters: [.givenID], "Remove a passkey.",
      details: "Needs a recent sign-in. The passkey then no longer signs in."
    ).inBrowser().receivingCredentials(as: "maker")

    public var id: String
    public var maker: Maker?

    public init(id: String, maker: Maker? = nil) {
      self.id = id
      self.maker = maker
    }
  }

  public struct MakeSignInOptions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Challenged<PasskeyRequestOptions>
    public static let name = "browser.passkeyOptions"
    static let endpoint = Endpoint.challenge(
      "/session/passkey/options", MakeSignInOptions.self, "Begin to sign in with a passkey.",
      details: """
        The response is for `PublicKeyCredential.parseRequestOptionsFromJSON`, and sets the cookie `waymark_passkey`, \
        which `POST /session/passkey` and `POST /session/confirm` need within five minutes. 404 if passkeys are off at \
        this address.
        """
    ).orNotFound().withoutCredentials().receivingVisitor()

    public var visitor: Visitor?
    public init(visitor: Visitor? = nil) { self.visitor = visitor }
  }

  public struct SignInWithPasskey: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.signInWithPasskey"
    static let endpoint = Endpoint.cookie(
      .post, "/session/passkey", SignInWithPasskey.self, "Sign a browser in with a passkey.",
      details: """
        Send the JSON of `PublicKeyCredential.toJSON()`. The response sets the cookie `waymark`, like `POST /session`. \
        A credential that fails a check is 401. A challenge works once.
        """,
      example: """
        {"id": "q83vEjRWeJA", "type": "public-key", "response": {"clientDataJSON": "eyJ0eXAiOiJ3In0", \
        "authenticatorData": "SZYN5YgOjGh0", "signature": "MEUCIQDx", "userHandle": "q83vEjRWeJA"}}
        """
    ).orNotFound().withoutCredentials().limitingAttempts().receivingVisitor()

    public var id: String
    public var type: String?
    public var response: AssertionResponse
    public var visitor: Visitor?

    public init(id: String, type: String? = nil, response: AssertionResponse, visitor: Visitor? = nil) {
      self.id = id
      self.type = type
      self.response = response
      self.visitor = visitor
    }
  }
}
