public import Service
import SessionSvc

/// A link that signs a browser in once.
public enum SignInLink {
  /// Creates the code for a link.
  public static func code(_ settings: Settings, user: String) throws -> String {
    try JournalAccess.withTokens(settings, .writing) { try await $0.createCode(user: user, now: .now) }
  }

  /// The code is in the fragment, which a browser never sends, so no log contains it.
  public static func url(_ base: String, _ code: String) -> String { "\(base)/#code=\(code)" }

  /// Returns the public URL, or the address where a browser on this machine reaches the edge.
  public static func base(_ settings: Settings, at address: ListenAddress? = nil) throws -> String {
    if let url = settings.publicURL { return url.description }
    var address = address ?? running(settings) ?? settings.listen
    guard address.port != 0 else {
      throw OperationFailure("the port is unknown until the stack runs; start it, or give --listen HOST:PORT")
    }
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    return "http://\(address)"
  }

  private static func running(_ settings: Settings) -> ListenAddress? {
    guard let text = try? Files.read(settings.addressPath) else { return nil }
    return try? ListenAddress(parsing: String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
