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
    static let endpoint = Endpoint.get("/analytics/insights", FetchListeningInsights.self, "Habits of listening.")
      .tagged()

    public init() {}
  }
}

extension ListeningInsights: Described {
  public static let members: [String: Note] = [
    "averageStoryLength": Note("Seconds a story; 0 without stories.", .from(0), like: 3_200),
    "averageListensPerStory": Note("Sessions a story; 0 without stories.", .from(0), like: 2.5),
    "preferredListeningHour": Note(
      "The local hour in which most sessions begin; null with little data.", .range(0...23), like: 21),
    "mostListenedStory": "The story with most sessions, null without.",
  ]
}

extension ListeningInsights.Story: Described {
  public static var title: String { "MostListenedStory" }
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "title": .name("A title to show.", like: "The Sea Road"),
    "playCount": "Sessions.",
  ]
}
