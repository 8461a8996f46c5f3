public import Proto

extension SessionAPI {
  /// Returns one chunk of the account document as text. The next call passes this reply's `next`.
  public struct ReadAccount: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadExport.Reply
    public static let name = "account.export"
    static let endpoint = Endpoint.download(
      "/account/export", ReadAccount.self, Download(file: "waymark-account"), parameters: [],
      "Export all data of the user.",
      details: """
        One JSON document: the profile, each list as its own call returns it, tokens and public links without their \
        secrets, and every event of the journal up to the start of the export. `complete` is the last member; if it is \
        missing, the document is truncated. Derived data, such as statistics and achievements, is not included. Import \
        the document with `waymark import waymark`.
        """)

    public var after: String?
    public init(after: String? = nil) { self.after = after }
  }
}
