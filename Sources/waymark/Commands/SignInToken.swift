import Service

/// The token that `up` prints: made once, kept beside the database, which whoever can read the file can read as well.
enum SignInToken {
  static let user = "me"

  static func path(_ settings: Settings) -> String {
    settings.data + "/token"
  }

  static func prepare(_ settings: Settings) throws -> String {
    "wip"
  }
}
