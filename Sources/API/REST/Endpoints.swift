/// The REST interface. A row stands in its call, and the rows of a resource where its calls are.
public enum Endpoints {
  public static let base = "/api/v1"

  /// In the order in which they are described.
  public static let all: [Endpoint] =
    browserSessions + tokens + profile + account + heroes + stories
    + listeningSessions + anomalies + summary + activity + heroStandings + listeningInsights + milestones
    + works + library + readingTimer + readingSessions
    + diversityFigures + dimensions + describedWorks + prompts
    + rucks + ruckBatch + ruckFigures + readingInsights + achievements + goals + review + exports + changes + shares
    + diversityPictures + activityPicture + readingPictures + ruckPicture + achievementPicture + reviewPictures
    + reports + imports

  /// The names that stand where the id of a ruck does, without their endings.
  public static let ruckNames = names(below: "/rucks/")

  private static func names(below path: String) -> Set<Substring> {
    let names = all.filter { $0.path.hasPrefix(path) }
      .compactMap { $0.path.dropFirst(path.count).split(whereSeparator: { $0 == "/" || $0 == "." }).first }
    return Set(names).filter { !$0.hasPrefix("{") }
  }
}
