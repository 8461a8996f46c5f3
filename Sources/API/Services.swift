public import Proto

/// The journal's service: every fact about a user.
public enum SessionAPI: ServiceAPI {
  public static let service = "session"

  /// What one call may report at once.
  public static let itemsPerBatch = 500
}

/// A service whose state is a fold over the journal, and can be thrown away.
public protocol ViewAPI: ServiceAPI {}

public enum StatsAPI: ViewAPI {
  public static let service = "stats"
}

public enum MilestoneAPI: ViewAPI {
  public static let service = "milestone"
}

public enum DiversityAPI: ViewAPI {
  public static let service = "diversity"
}
