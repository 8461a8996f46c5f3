public import Service
import SessionSvc

/// The access token that `waymark up` creates once and keeps in the data directory, readable only by its owner.
public enum SignInToken {
  public static let user = "me"

  public static func path(_ settings: Settings) -> String {
    settings.data + "/token"
  }

  /// Returns the stored token if it is still valid, otherwise a new one.
  public static func prepare(_ settings: Settings) throws -> String {
    let path = path(settings)
    let kept = (try? Files.read(path)).map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    return try JournalAccess.withTokens(settings, .creating) { tokens in
      if let kept {
        let id = Tokens.id(of: kept)
        if try await tokens.list().contains(where: { $0.id == id && $0.isGood(at: .now) }) { return kept }
      }
      let made = try await tokens.create(user: user, name: "waymark up", now: .now)
      try Files.replace(path, with: made.token + "\n")
      return made.token
    }
  }
}
