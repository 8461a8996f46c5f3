import Proto

/// The schemas that the description gives a name: each object stands once, and is referred to from everywhere else.
final class Components {
  private(set) var schemas: [(String, JSONValue)] = []
  private var texts: [String: String] = [:]

  /// Keeps an object's schema under its name, and refers to it. Where one type looks different in a request and in an
  /// answer, each gets a name of its own.
  func refer(to schema: JSONValue, named name: String, _ use: Schema.Use) -> JSONValue {
    let text = schema.text
    for candidate in [name, name + (use == .sent ? "Input" : "Result")] {
      if let known = texts[candidate] {
        guard known == text else { continue }
      } else {
        texts[candidate] = text
        schemas.append((candidate, schema))
      }
      return ["$ref": .text("#/components/schemas/\(candidate)")]
    }
    return schema
  }
}

/// What the types of the calls are called outside.
enum ComponentName {
  /// Those whose Swift name says too little to somebody who sees it alone.
  private static let chosen = [
    "BatchReply": "ListeningBatch", "BatchResult": "ListeningBatchResult", "EntryReply": "LibraryEntry",
    "SessionReply": "ListeningSession", "ReadingReply": "ReadingSession", "TimerReply": "ReadingTimer",
    "FetchHeroes.Standing": "HeroStanding",
    "FetchHeroes.Reply": "HeroStandings", "FetchInsights.Reply": "ListeningInsights",
    "FetchInsights.MostListened": "MostListenedStory", "FetchActivity.DataPoint": "ActivityDataPoint",
    "RecordSession": "ListeningReport", "RecordSessions": "ListeningReports", "PatchSession": "ListeningSessionPatch",
    "RecordReading": "ReadingReport", "PatchReading": "ReadingSessionPatch", "RecordRuck": "RuckReport",
    "PatchRuck": "RuckPatch", "SaveStory": "StoryInput", "SaveHero": "HeroInput", "SaveWork": "WorkInput",
    "SaveEntry": "LibraryEntryInput", "SaveProfile": "ProfileInput", "SetGoal": "GoalInput",
    "PatchEntry": "LibraryEntryPatch", "RecordReadings": "ReadingReports", "RecordRucks": "RuckReports",
    "SetValue": "DiversityValueInput", "AnswerPrompt": "PromptAnswerInput", "StartTimer": "TimerStart",
    "StopTimer": "TimerStop", "Fault.Field": "InvalidMember", "Problem": "BatchProblem",
    "MilestoneStanding": "Milestone", "AchievementStanding": "Achievement", "GoalStanding": "Goal",
    "AwardList.Award": "CuratorAward",
  ]

  /// Of `API.SessionAPI.EntryReply`, `API.Page<Domain.Story>`, `Domain.YearReview.Reading`.
  static func of(_ typeName: String) -> String {
    if let open = typeName.firstIndex(of: "<"), typeName.hasSuffix(">") {
      let outer = of(String(typeName[..<open]))
      return of(String(typeName[typeName.index(after: open)...].dropLast())) + outer
    }
    let path = typeName.split(separator: ".").dropFirst().filter { !$0.hasSuffix("API") }
    let own = path.joined(separator: ".")
    if let name = chosen[own] { return name }
    let words = path.enumerated().map { place, part in
      var word = String(part)
      if place == 0, path.count > 1, word.hasPrefix("Fetch") { word.removeFirst(5) }
      if word.hasSuffix("Reply") { word.removeLast(5) }
      return word
    }
    return words.joined()
  }
}
