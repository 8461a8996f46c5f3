public import Proto

// The JSON of Web Authentication. The names and values are those of the standard.
extension SessionAPI {
  /// Describes the passkey that a browser is to create.
  public struct PasskeyCreationOptions: Codable, Hashable, Sendable {
    public var rp: Party
    public var user: User
    public var challenge: String
    public var pubKeyCredParams: [Algorithm]
    public var timeout: Int
    public var excludeCredentials: [Descriptor]
    public var authenticatorSelection: Selection
    public var attestation: String

    /// `algorithms` are the numbers of the accepted algorithms, the preferred one first; `known` are the ids of the
    /// person's passkeys.
    public init(
      site: String, user: User, challenge: String, algorithms: [Int], known: [String], milliseconds: Int
    ) {
      rp = Party(id: site, name: "Waymark")
      self.user = user
      self.challenge = challenge
      pubKeyCredParams = algorithms.map { Algorithm(type: "public-key", alg: $0) }
      timeout = milliseconds
      excludeCredentials = known.map { Descriptor(type: "public-key", id: $0) }
      authenticatorSelection = Selection(
        residentKey: "required", requireResidentKey: true, userVerification: "required")
      attestation = "none"
    }

    public struct Party: Codable, Hashable, Sendable {
      public var id: String
      public var name: String
    }

    public struct User: Codable, Hashable, Sendable {
      public var id: String
      public var name: String
      public var displayName: String

      public init(id: String, name: String, displayName: String) {
        self.id = id
        self.name = name
        self.displayName = displayName
      }
    }

    public struct Algorithm: Codable, Hashable, Sendable {
      public var type: String
      public var alg: Int
    }

    public struct Descriptor: Codable, Hashable, Sendable {
      public var type: String
      public var id: String
    }

    public struct Selection: Codable, Hashable, Sendable {
      public var residentKey: String
      public var requireResidentKey: Bool
      public var userVerification: String
    }
  }

  /// Describes the passkey with which a browser is to sign in.
  public struct PasskeyRequestOptions: Codable, Hashable, Sendable {
    public var challenge: String
    public var rpId: String
    public var timeout: Int
    public var userVerification: String
    /// Empty: the browser lists the passkeys of the site.
    public var allowCredentials: [PasskeyCreationOptions.Descriptor]

    public init(site: String, challenge: String, milliseconds: Int) {
      self.challenge = challenge
      rpId = site
      timeout = milliseconds
      userVerification = "required"
      allowCredentials = []
    }
  }

  /// The statement about a new passkey. Its members are base64url.
  public struct AttestationResponse: Codable, Hashable, Sendable {
    public var clientDataJSON: String
    public var attestationObject: String

    public init(clientDataJSON: String, attestationObject: String) {
      self.clientDataJSON = clientDataJSON
      self.attestationObject = attestationObject
    }
  }

  /// The proof that a browser's user has a passkey. Its members are base64url.
  public struct AssertionResponse: Codable, Hashable, Sendable {
    public var clientDataJSON: String
    public var authenticatorData: String
    public var signature: String
    public var userHandle: String?

    public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
      self.clientDataJSON = clientDataJSON
      self.authenticatorData = authenticatorData
      self.signature = signature
      self.userHandle = userHandle
    }
  }
}

extension SessionAPI.PasskeyReply: Described {
  public static var title: String { "Passkey" }
  public static let members: [String: Note] = [
    "id": "The id in this API.",
    "name": Note("The name.", .name, like: "phone"),
    "createdAt": "When it was added.",
    "lastUsedAt": "When it last signed in, or null.",
  ]
}

extension SessionAPI.CreatePasskey: Described {
  public static var title: String { "PasskeyInput" }
  public static let members: [String: Note] = [
    "name": Note("The name, such as that of the device.", .name, like: "phone"),
    "id": Note("The credential's id, base64url.", like: "q83vEjRWeJA"),
    "type": Note("Always `public-key`.", like: "public-key"),
    "response": "The authenticator's response.",
  ]
}

extension SessionAPI.RenamePasskey: Described {
  public static var title: String { "PasskeyChange" }
  public static let members: [String: Note] = ["name": Note("The new name.", .name, like: "old phone")]
}

extension SessionAPI.SignInWithPasskey: Described {
  public static var title: String { "PasskeySignIn" }
  public static let members: [String: Note] = [
    "id": Note("The credential's id, base64url.", like: "q83vEjRWeJA"),
    "type": Note("Always `public-key`.", like: "public-key"),
    "response": "The authenticator's response.",
  ]
}

extension SessionAPI.AttestationResponse: Described {
  public static var title: String { "PasskeyAttestation" }
  public static let members: [String: Note] = [
    "clientDataJSON": Note("The client data, base64url.", like: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0"),
    "attestationObject": Note("The attestation, base64url. Its statement is not verified.", like: "o2NmbXRkbm9uZQ"),
  ]
}

extension SessionAPI.AssertionResponse: Described {
  public static var title: String { "PasskeyAssertion" }
  public static let members: [String: Note] = [
    "clientDataJSON": Note("The client data, base64url.", like: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"),
    "authenticatorData": Note("The authenticator data, base64url.", like: "SZYN5YgOjGh0"),
    "signature": Note("The signature, base64url.", like: "MEUCIQDx"),
    "userHandle": Note("The user's handle, base64url. Required.", like: "q83vEjRWeJA"),
  ]
}

extension SessionAPI.PasskeyCreationOptions: Described {
  public static var title: String { "PasskeyCreationOptions" }
  public static let members: [String: Note] = [
    "rp": "This site.",
    "user": "The person.",
    "challenge": "Random bytes, base64url.",
    "pubKeyCredParams": "The accepted algorithms.",
    "timeout": "Milliseconds.",
    "excludeCredentials": "The person's passkeys, so that an authenticator does not get a second one.",
    "authenticatorSelection": "The required properties of the authenticator.",
    "attestation": "Always `none`.",
  ]
}

extension SessionAPI.PasskeyCreationOptions.Party: Described {
  public static var title: String { "PasskeySite" }
  public static let members: [String: Note] = ["id": "The host of this server.", "name": "The name of the program."]
}

extension SessionAPI.PasskeyCreationOptions.User: Described {
  public static var title: String { "PasskeyUser" }
  public static let members: [String: Note] = [
    "id": "The person's handle: random bytes, base64url.", "name": "The user id.",
    "displayName": "The display name, or the user id.",
  ]
}

extension SessionAPI.PasskeyCreationOptions.Algorithm: Described {
  public static var title: String { "PasskeyAlgorithm" }
  public static let members: [String: Note] = [
    "type": "Always `public-key`.", "alg": "The number of the algorithm in COSE.",
  ]
}

extension SessionAPI.PasskeyCreationOptions.Descriptor: Described {
  public static var title: String { "PasskeyDescriptor" }
  public static let members: [String: Note] = ["type": "Always `public-key`.", "id": "The credential's id, base64url."]
}

extension SessionAPI.PasskeyCreationOptions.Selection: Described {
  public static var title: String { "PasskeySelection" }
  public static let members: [String: Note] = [
    "residentKey": "Always `required`.", "requireResidentKey": "Always true.", "userVerification": "Always `required`.",
  ]
}

extension SessionAPI.PasskeyRequestOptions: Described {
  public static var title: String { "PasskeyRequestOptions" }
  public static let members: [String: Note] = [
    "challenge": "Random bytes, base64url.",
    "rpId": "The host of this server.",
    "timeout": "Milliseconds.",
    "userVerification": "Always `required`.",
    "allowCredentials": "Always empty: the browser lists the passkeys of this site.",
  ]
}
