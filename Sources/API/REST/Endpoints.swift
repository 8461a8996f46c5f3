/// The REST interface. A row stands in its call, and the rows of a resource where its calls are.
public enum Endpoints {
  public static let base = "/api/v1"

  /// In the order in which they are described.
  public static let all: [Endpoint] =
    profile + heroes + stories
    + listeningSessions + anomalies + summary + activity + heroStandings + listeningInsights + milestones
    + works + library + readingTimer + readingSessions
    + diversityFigures + dimensions + describedWorks + prompts
    + rucks + ruckBatch + ruckFigures + readingInsights + achievements + goals + review + exports + changes + shares
    + diversityPictures + activityPicture + readingPictures + ruckPicture + achievementPicture + reviewPictures
    + reports
}
