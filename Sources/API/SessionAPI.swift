public import Proto

/// The journal's service: every fact about a user.
public enum SessionAPI: ServiceAPI {
  public static let service = "session"
}
