/// The setting that switches connectors on.
public enum ConnectorSettings {
  static let variable = "WAYMARK_CONNECTORS"
  /// All names, in the order of `GET /connectors`.
  public static let names = [
    "dav", "kosync", "koinsight", "gpodder", "listenbrainz", "pull", "inbox", "webhooks",
  ]

  /// Parses `all`, `none` or names separated by commas.
  static func names(parsing text: String) throws(SettingsError) -> Set<String> {
    switch text {
    case "all": return Set(names)
    case "none": return []
    default: break
    }
    let chosen = Settings.list(text)
    for name in chosen where !names.contains(name) {
      throw SettingsError(
        "\(variable): '\(name)' is not a connector; use all, none, or names of \(names.joined(separator: ", "))")
    }
    guard !chosen.isEmpty else { throw SettingsError("\(variable): '\(text)' names no connector; use none") }
    return Set(chosen)
  }
}
