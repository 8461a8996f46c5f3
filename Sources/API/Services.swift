public import Proto

/// The journal's service, which owns every fact about a user.
public enum SessionAPI: ServiceAPI {
  public static let service = "session"

  /// The most items that one batch call accepts.
  public static let itemsPerBatch = 500
}

/// A service whose state is a fold over the journal and can be rebuilt.
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
