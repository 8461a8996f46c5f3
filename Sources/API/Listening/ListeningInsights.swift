public import Domain
public import Proto

extension Endpoints {
  static let listeningInsights: [Endpoint] = [
    StatsAPI.FetchListeningInsights.endpoint
  ]
}

extension StatsAPI {
  public struct FetchListeningInsights: Method {
    public typealias API = StatsAPI
    public typealias Reply = ListeningInsights
    public static let name = "stats.listeningInsights"
    static let endpoint = Endpoint.get(
      "/analytics/insights", FetchListeningInsights.self, "Get figures about listening habits."
    )
    .tagged()

    public init() {}
  }
}

extension ListeningInsights: Described {
  public static let members: [String: Note] = [
    "averageStoryLength": Note(
      "The mean length of the stories in seconds; 0 if there are none.", .from(0), like: 3_200),
    "averageListensPerStory": Note("Sessions per story; 0 if there are no stories.", .from(0), like: 2.5),
    "preferredListeningHour": Note(
      "The local hour in which most sessions start, or null if there is too little data.", .range(0...23), like: 21),
    "mostListenedStory": "The story with the most sessions, or null if there are none.",
  ]
}

extension ListeningInsights.Story: Described {
  public static var title: String { "MostListenedStory" }
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "title": .name("The title.", like: "The Sea Road"),
    "playCount": "The number of sessions.",
  ]
}
