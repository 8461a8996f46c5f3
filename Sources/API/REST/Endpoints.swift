/// All rows of the REST table. A row is declared in its call, and the rows of a resource next to its calls.
public enum Endpoints {
  public static let base = "/api/v1"

  /// In the order of the OpenAPI document.
  public static let all: [Endpoint] =
    browserSessions + provider + passwords + passkeys + tokens + people + invitations + profile + account
    + heroes + stories + matches + listeningSessions + anomalies + summary + activity + heroStandings
    + listeningInsights + milestones
    + works + library + reads + readingTimer + readingSessions
    + diversityFigures + dimensions + describedWorks + prompts
    + rucks + tracks + ruckBatch + ruckFigures + readingInsights + achievements + goals + review + exports + changes
    + shares + connections + webhooks + lookup + search
    + diversityPictures + activityPicture + readingPictures + ruckPicture + achievementPicture + reviewPictures
    + reports + imports + connectors + widget + covers

  /// The reserved names that appear in place of a ruck's id, without their extensions.
  public static let ruckNames = names(below: "/rucks/")

  private static func names(below path: String) -> Set<Substring> {
    let names = all.filter { $0.path.hasPrefix(path) }
      .compactMap { $0.path.dropFirst(path.count).split(whereSeparator: { $0 == "/" || $0 == "." }).first }
    return Set(names).filter { !$0.hasPrefix("{") }
  }
}
