public import Proto

extension Endpoints {
  static let account: [Endpoint] = [
    SessionAPI.ReadAccount.endpoint,
    SessionAPI.DeleteAccount.endpoint,
  ]
}

extension SessionAPI {
  public struct DeleteAccount: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "account.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/account", DeleteAccount.self, "Delete the account.",
      details: """
        Deletes all data of the user in every service. This cannot be undone. Tokens, browser sessions, public links \
        and streams end immediately. The response is sent when everything is deleted, or after eight seconds; the \
        deletion then continues in the background, even after a restart. A user who signs in again with a JWT starts \
        with an empty account. In a browser it needs a recent sign-in. The last active admin cannot be deleted (409).
        """
    ).orConflict().receivingCredentials(as: "maker")

    public var maker: Maker?
    public init(maker: Maker? = nil) { self.maker = maker }
  }

  /// A deleted account that at least one view has not yet erased. The mark is a digest: only a service that already has
  /// the user's name can match it.
  public struct Erasure: Codable, Hashable, Sendable {
    public var id: [UInt8]
    public var digest: [UInt8]

    public init(id: [UInt8], digest: [UInt8]) {
      self.id = id
      self.digest = digest
    }
  }

  /// Waits until there are deleted accounts that this view has not erased, and returns them. Each view repeats this
  /// call for as long as it runs.
  public struct WaitForErasures: Method {
    public typealias API = SessionAPI
    public static let name = "erasure.wait"
    public static let views = [StatsAPI.service, MilestoneAPI.service, DiversityAPI.service]
    public var view: String
    /// The ids of the accounts that the view has erased since its last call.
    public var erased: [[UInt8]]

    public init(view: String, erased: [[UInt8]] = []) {
      self.view = view
      self.erased = erased
    }

    public struct Reply: Codable, Sendable {
      public var erasures: [Erasure]
      public init(erasures: [Erasure]) { self.erasures = erasures }
    }
  }
}
