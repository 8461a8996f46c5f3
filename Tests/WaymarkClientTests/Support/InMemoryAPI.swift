import Foundation

@testable import WaymarkClient

/// A simple implementation of the listening part of the API for one user in UTC. Other requests get responses that the
/// test has stubbed.
struct InMemoryAPI: Sendable {
  var token = "t0"
  /// A batch that contains a session with this start is rejected as a whole. The real API does not do this.
  var rejectedBatchStart: Date?
  private var stories: [String: Story] = [:]
  private var heroes: [String: Hero] = [:]
  private var sessions: [SessionReport.Key: ListeningSession] = [:]
  private var replies: [String: (body: Data, response: HTTPResponse)] = [:]
  private var written: [String: HTTPResponse] = [:]

  init() {}

  var allSessions: [ListeningSession] { sessions.values.sorted { $0.startedAt < $1.startedAt } }

  mutating func addStory(_ id: String, seconds: Double) {
    let made = instant("2026-01-01T00:00:00Z")
    stories[id] = Story(
      id: id, title: "Story \(id)", heroId: nil, estimatedDuration: seconds, createdAt: made, isFavorite: false)
  }

  /// Sets the response to a call such as `GET rucks/weekly?weeks=12`, relative to `/api/v1`.
  mutating func stub(_ call: String, _ response: HTTPResponse) { written[call] = response }

  mutating func respond(to request: HTTPRequest, now: Date) -> HTTPResponse {
    guard request.headers["Authorization"] == "Bearer \(token)" else { return .problem(401) }
    guard let key = request.headers["Idempotency-Key"] else { return handle(request, now: now) }
    if let known = replies[key] {
      return known.body == request.body ? known.response : .problem(422, "The key was used for another body")
    }
    let response = handle(request, now: now)
    if response.status < 300 { replies[key] = (request.body ?? Data(), response) }
    return response
  }

  private mutating func handle(_ request: HTTPRequest, now: Date) -> HTTPResponse {
    let path = request.url.path.split(separator: "/").map(String.init).dropFirst(2)
    let id = path.last ?? ""
    let body = request.body ?? Data()
    switch (request.method, path.first, path.count) {
    case (.get, "analytics", 2):
      return conditional(read(id, request.url, now: now), request)
    case (.post, "analytics", 2):
      guard let report = try? WireFormat.decode(SessionReport.self, from: body) else { return .problem(400) }
      let result = record(report, now: now)
      if let error = result.error { return encoded(422, error) }
      return encoded(result.status, result.session)
    case (.post, "analytics", 3):
      guard let batch = try? WireFormat.decode([String: [SessionReport]].self, from: body),
        let reports = batch["sessions"], reports.count <= 500
      else { return .problem(422) }
      if reports.contains(where: { $0.startedAt == rejectedBatchStart }) { return .problem(400, "rejected") }
      return encoded(200, BatchResponse(results: reports.map { record($0, now: now) }))
    case (.put, "stories", 2):
      guard let draft = try? WireFormat.decode(StoryDraft.self, from: body) else { return .problem(422) }
      stories[id] = Story(
        id: id, title: draft.title, heroId: draft.heroId, estimatedDuration: draft.estimatedDuration,
        createdAt: draft.createdAt ?? now, isFavorite: false)
      return encoded(201, stories[id])
    case (.put, "heroes", 2):
      let name = (try? WireFormat.decode([String: String].self, from: body))?["name"]
      heroes[id] = Hero(id: id, name: name ?? "")
      return encoded(201, heroes[id])
    case (.delete, "stories", 2):
      return stories.removeValue(forKey: id) == nil ? .problem(404) : HTTPResponse(status: 204)
    case (.get, "stories", 1):
      return encoded(200, Page(items: stories.values.sorted { $0.id < $1.id }))
    default:
      let query = request.url.query.map { "?" + $0 } ?? ""
      let known = written["\(request.method.rawValue) \(path.joined(separator: "/"))\(query)"]
      return known.map { request.method == .get ? conditional($0, request) : $0 } ?? .problem(404)
    }
  }

  private mutating func record(_ report: SessionReport, now: Date) -> BatchResult {
    func rejected(_ field: String, _ message: String) -> BatchResult {
      let errors = [FieldError(field: field, message: message)]
      return BatchResult(status: 422, error: Problem(status: 422, errors: errors))
    }
    guard let story = stories[report.storyId] else { return rejected("storyId", "is not known") }
    guard report.endedAt <= now + 300 else { return rejected("endedAt", "is in the future") }
    let span = report.endedAt.timeIntervalSince(report.startedAt)
    guard span <= 86_400 else { return rejected("endedAt", "is more than 24 hours after startedAt") }
    let known = sessions[report.key]
    if let known, report.endedAt <= known.endedAt { return BatchResult(status: 200, session: known) }
    let given = report.duration ?? span
    let stored = min(given, 1.5 * story.estimatedDuration)
    var anomalies: [AnomalyKind] = stored < given ? [.durationCapped] : []
    if stored > span + 1 { anomalies.append(.durationExceedsSpan) }
    let session = ListeningSession(
      id: "\(report.storyId)-\(Int(report.startedAt.timeIntervalSince1970))", storyId: report.storyId,
      startedAt: report.startedAt, endedAt: report.endedAt, completed: report.completed || known?.completed == true,
      duration: stored, capped: stored < given, anomalies: anomalies)
    sessions[report.key] = session
    return BatchResult(status: known == nil ? 201 : 200, session: session)
  }

  private func conditional(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    guard response.status == 200 else { return response }
    var response = response
    let hash = response.body.reduce(5381 as UInt64) { $0 &* 33 &+ UInt64($1) }
    response.headers["ETag"] = "\"\(hash)\""
    response.headers["Cache-Control"] = "private, max-age=300"
    guard request.headers["If-None-Match"] == response.headers["ETag"] else { return response }
    return HTTPResponse(status: 304, headers: response.headers)
  }

  private func encoded(_ status: Int, _ value: some Encodable) -> HTTPResponse {
    let body = (try? WireFormat.encode(value)) ?? Data()
    return .json(status, String(decoding: body, as: UTF8.self))
  }
}

/// Reads.
extension InMemoryAPI {
  private func read(_ kind: String, _ url: URL, now: Date) -> HTTPResponse {
    let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    switch kind {
    case "summary": return encoded(200, summary)
    case "activity":
      let range = query.first { $0.name == "range" }?.value ?? (query.isEmpty ? "week" : "custom")
      guard let days = ["week": 7, "month": 30, "year": 365, "custom": 3][range] else { return .problem(400) }
      return encoded(200, activity(range, days, now: now))
    case "heroes":
      let standings = heroes.values.sorted { $0.name < $1.name }.enumerated().map { place, hero in
        HeroPerformance(
          heroId: hero.id, heroName: hero.name, storyCount: stories.values.count { $0.heroId == hero.id },
          totalListeningTime: 0, lastStoryDate: nil, isMostActive: place == 0)
      }
      return encoded(200, HeroesResponse(heroes: standings))
    case "milestones": return encoded(200, MilestonesResponse(milestones: milestones))
    case "insights":
      let insights = ReadingInsights(
        averageStoryLength: 0, averageListensPerStory: 0, preferredListeningHour: nil, mostListenedStory: nil)
      return encoded(200, insights)
    default: return .problem(404)
    }
  }

  private var summary: AnalyticsSummary {
    AnalyticsSummary(
      totalStories: stories.count, totalListeningTime: sessions.values.reduce(0) { $0 + $1.duration },
      totalPlayCount: sessions.count, currentStreak: 0, longestStreak: 0,
      favoriteCount: stories.values.count { $0.isFavorite }, lastActivityDate: sessions.values.map(\.endedAt).max())
  }

  private func activity(_ range: String, _ days: Int, now: Date) -> ListeningActivity {
    let utc = TimeZone(identifier: "UTC") ?? .current
    let points = (0..<days).reversed().map { ago in
      let day = CalendarDay(now - Double(ago) * 86_400, in: utc)
      let seconds = sessions.values.filter { CalendarDay($0.startedAt, in: utc) == day }.reduce(0) { $0 + $1.duration }
      return ListeningActivity.DataPoint(date: day, minutes: seconds / 60)
    }
    return ListeningActivity(range: ActivityRange(rawValue: range), timezone: "UTC", dataPoints: points)
  }

  private var milestones: [Milestone] {
    let stories = [1, 5, 10, 25, 50].map { ("stories-\($0)", MilestoneType.stories, Double($0)) }
    let times = [("listening-1h", MilestoneType.listeningTime, 3600), ("listening-5h", .listeningTime, 18_000.0)]
    let streaks = [("streak-7", MilestoneType.streak, 7.0), ("streak-30", .streak, 30)]
    return (stories + times + streaks).map { id, type, threshold in
      Milestone(
        id: id, title: id, icon: "star", type: type, threshold: threshold, currentValue: 0, isUnlocked: false,
        unlockedAt: nil)
    }
  }
}
