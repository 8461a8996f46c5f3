public import Proto

extension SessionAPI {
  /// A page of the document that holds everything of the user, as text. The next one is asked for with the `next` of
  /// this.
  public struct ReadAccount: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadExport.Reply
    public static let name = "account.export"
    static let endpoint = Endpoint.download(
      "/account/export", ReadAccount.self, Download(file: "waymark-account"), parameters: [],
      "Everything that is held about the user.",
      details: """
        One JSON document: the profile, each list as its own call shows it, tokens and public links without their \
        secrets, and every event of the journal up to the moment at which the export began. `complete` is its last \
        member: without it the document was cut off. What follows from the rest, such as statistics and achievements, \
        is not in it. `waymark import waymark` reads it.
        """)

    public var after: String?
    public init(after: String? = nil) { self.after = after }
  }
}
