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
        All that is held about the user goes, in every service, and nothing brings it back. Tokens, browsers, public \
        links and streams end at once. The answer comes when nothing is left; where that takes longer than eight \
        seconds it comes then, and the rest goes on, also over a restart. Who can come again without a token of this \
        system begins with an empty account.
        """)

    public init() {}
  }

  /// A deleted account by the mark that stays of it until every view has erased it: whose it was shows to none but a
  /// service that holds the user's name.
  public struct Erasure: Codable, Hashable, Sendable {
    public var id: [UInt8]
    public var digest: [UInt8]

    public init(id: [UInt8], digest: [UInt8]) {
      self.id = id
      self.digest = digest
    }
  }

  /// What a view asks for as long as it runs. It is answered when there are accounts whose facts are gone and that this
  /// view has not erased.
  public struct WaitForErasures: Method {
    public typealias API = SessionAPI
    public static let name = "erasure.wait"
    public static let views = [StatsAPI.service, MilestoneAPI.service, DiversityAPI.service]
    public var view: String
    /// The ids of those that the view has erased since it asked last.
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
