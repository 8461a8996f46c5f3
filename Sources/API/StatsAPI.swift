public import Proto

public enum StatsAPI: ServiceAPI {
  public static let service = "stats"
}
