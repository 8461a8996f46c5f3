public import Proto

public enum MilestoneAPI: ServiceAPI {
  public static let service = "milestone"
}
