import Chronology
import Service
import SessionSvc

/// The token that `up` prints. It is made once and kept beside the database, readable by the same person:
/// one who can read that file can read the data as well.
enum SignInToken {
  static let user = "me"

  static func path(_ settings: Settings) -> String {
    settings.data + "/token"
  }

  /// What signs a browser in as the user, once.
  static func code(_ settings: Settings, user: String = user) throws -> String {
    try TokenCommand.with(settings) { try await $0.createCode(user: user, now: Instant.now) }
  }

  /// The kept one if it still holds, else a new one.
  static func prepare(_ settings: Settings) throws -> String {
    let path = path(settings)
    let kept = (try? Files.read(path)).map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    return try TokenCommand.with(settings, creating: true) { tokens in
      if let kept {
        let id = Tokens.id(of: kept)
        if try await tokens.list().contains(where: { $0.id == id && $0.isGood(at: Instant.now) }) { return kept }
      }
      let made = try await tokens.create(user: user, name: "waymark up", now: Instant.now)
      try Files.replace(path, with: made.token + "\n")
      return made.token
    }
  }
}
