import Foundation
import Testing

/// A user with data of every kind: an audiobook of a work, a book that was read again, reads without dates, sessions,
/// rucks with a track, settings that changed, goals, tags, a review, diversity, a public link and a webhook.
struct FullAccount {
  static let gpx = """
    <gpx><trk><name>Walk</name><trkseg>
      <trkpt lat="52.52" lon="13.40"><ele>34</ele><time>2025-02-05T18:00:00Z</time></trkpt>
      <trkpt lat="52.53" lon="13.41"><ele>60</ele><time>2025-02-05T18:30:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  static let importPath = "/api/v1/imports?format=gpx&load=20"
  static let ridge = """
    {"id": "ridge", "startedAt": "2025-02-01T06:00:00Z", "endedAt": "2025-02-01T07:30:00Z", "distance": 8000, \
    "loadWeight": 20, "calories": 900, "elevationGain": 120, "movingTime": 5000, \
    "terrain": [{"type": "trail", "distance": 3000}], "weather": {"temperature": 3, "condition": "Rain"}, \
    "name": "Ridge path", "note": "New boots."}
    """
  static let dune = """
    {"title": "Dune", "authors": ["Frank Herbert"], "pageCount": 600, "language": "English", \
    "originalLanguage": "English", "genres": ["Fiction"], "publishedYear": 1965, "tags": ["classics", "sand"], \
    "series": {"name": "Saga", "position": 1}, "identifiers": {"isbn": ["9780441172719"]}}
    """

  let client: HTTPClient
  private(set) var listening: [String] = []
  private(set) var reading: [String] = []
  /// The manual reads of Emma: one of May 2019, one without a date, and the one that is open.
  private(set) var reads: [String] = []
  private(set) var heard: [String] = []
  private(set) var walk = ""
  private(set) var webhook = ""
  private(set) var link = ""

  init(_ client: HTTPClient) throws {
    self.client = client
    try settings()
    try catalogue()
    try readingFacts()
    try listeningFacts()
    try rucks()
    _ = try made(client.put("/api/v1/diversity/works/emma/culturalOrigin", #"{"value": "European"}"#))
    _ = try made(client.put("/api/v1/diversity/works/dune/gender", #"{"value": "Male"}"#))
    let share = try made(client.post("/api/v1/shares", #"{"picture": "badge", "options": {"metric": "streak"}}"#))
    link = try #require(URL(string: share.object.text("url") ?? "")).path
    let hook = #"{"url": "http://127.0.0.1:1/", "events": ["book.finished"]}"#
    webhook = try #require(try made(client.post("/api/v1/webhooks", hook)).object.text("id"))
    _ = try made(client.patch("/api/v1/webhooks/\(webhook)", #"{"isOn": false}"#))
  }

  private func made(_ response: Response) throws -> Response {
    try #require((200...204).contains(response.status), "\(response.text)")
    return response
  }

  private func put(_ path: String, _ body: String) throws { _ = try made(client.put("/api/v1/\(path)", body)) }

  private func settings() throws {
    try put("profile", #"{"timezone": "Europe/Berlin", "displayName": "Ada"}"#)
    try put("profile", #"{"dayStart": 4, "since": "2024-06-01"}"#)
    try put("profile", #"{"restDaysPerWeek": 1, "since": "2025-01-01"}"#)
    try put("goals/annualReading", #"{"target": 20, "since": "2024-05-05"}"#)
    try put("goals/weeklyRucks", #"{"target": 1, "since": "always"}"#)
    try put("goals/culturalDiversity", #"{"target": 3}"#)
  }

  static let audio = #"{"title": "Dune", "estimatedDuration": 7200, "heroId": "ada", "workId": "dune"}"#

  private func catalogue() throws {
    try put("heroes/ada", #"{"name": "Ada"}"#)
    try put(
      "stories/audio",
      """
      {"title": "Dune", "estimatedDuration": 7200, "heroId": "ada", "createdAt": "2024-01-01T00:00:00Z", \
      "authors": ["Frank Herbert"], "isFavorite": true}
      """)
    try put("stories/sea", #"{"title": "Sea", "estimatedDuration": 600, "createdAt": "2024-01-02T00:00:00Z"}"#)
    try put("works/dune", Self.dune)
    try put(
      "works/emma",
      #"{"title": "Emma", "authors": ["Jane Austen"], "pageCount": 400, "publishedYear": 1815, "genres": ["Romance"]}"#)
    try put("works/lost", #"{"title": "Lost"}"#)
    try put("works/wish", #"{"title": "Wish"}"#)
    try put("library/wish", #"{"status": "wantToRead"}"#)
  }

  static func session(_ work: String, _ day: String, pages: ClosedRange<Int>) -> String {
    """
    {"workId": "\(work)", "startedAt": "\(day)T10:00:00Z", "endedAt": "\(day)T10:50:00Z", \
    "startPage": \(pages.lowerBound), "endPage": \(pages.upperBound)}
    """
  }

  private mutating func readingFacts() throws {
    try put("library/emma", #"{"status": "reading", "startedAt": "2024-03-01T00:00:00Z"}"#)
    for (work, day, pages) in [
      ("emma", "2024-03-02", 0...200), ("emma", "2024-03-03", 200...400), ("emma", "2025-05-03", 0...120),
      ("lost", "2025-05-04", 0...20),
    ] {
      if day == "2025-05-03" {
        let end = #"{"status": "finished", "finishedAt": "2024-03-03T12:00:00Z", "rating": 4.5}"#
        _ = try made(client.patch("/api/v1/library/emma", end))
        _ = try made(client.patch("/api/v1/library/emma", #"{"status": "reading"}"#))
      }
      let session = try made(client.post("/api/v1/reading/sessions", Self.session(work, day, pages: pages)))
      reading.append(try #require(session.object.text("id")))
    }
    for body in [
      #"{"status": "finished", "finishedOn": "2019-05", "format": "print", "rating": 3, "review": "One.\nTwo."}"#,
      #"{"status": "finished"}"#,
    ] {
      reads.append(try #require(try made(client.post("/api/v1/library/emma/reads", body)).object.text("id")))
    }
    let items = try client.get("/api/v1/library/emma/reads").object.list("items")
    reads.append(try #require(items.last?.text("id")))
  }

  static func session(_ story: String, _ day: String, completed: Bool) -> String {
    #"{"storyId": "\#(story)", "startedAt": "\#(day)T10:00:00Z", "endedAt": "\#(day)T11:00:00Z", "#
      + #""duration": 600, "completed": \#(completed)}"#
  }

  private mutating func listeningFacts() throws {
    for (story, day, completed) in [
      ("audio", "2025-03-01", false), ("audio", "2025-03-09", true), ("audio", "2025-04-02", true),
      ("audio", "2025-05-03", false), ("sea", "2025-03-02", true),
    ] {
      let session = Self.session(story, day, completed: completed)
      listening.append(
        try #require(try made(client.post("/api/v1/analytics/sessions", session)).object.text("id")))
    }
    // Longer than its story: an anomaly.
    let long = """
      {"storyId": "sea", "startedAt": "2025-06-01T10:00:00Z", "endedAt": "2025-06-01T11:00:00Z", "completed": false}
      """
    listening.append(try #require(try made(client.post("/api/v1/analytics/sessions", long)).object.text("id")))
    try put("stories/audio", Self.audio)
    let items = try client.get("/api/v1/library/dune/reads").object.list("items")
    heard = items.compactMap { $0.text("id") }
    try #require(heard.count == 2)
    let note = #"{"rating": 4.75, "note": "Again!", "review": "Heard\ntwice."}"#
    _ = try made(client.patch("/api/v1/library/dune/reads/\(heard[0])", note))
  }

  private mutating func rucks() throws {
    _ = try made(client.post("/api/v1/rucks", Self.ridge))
    let other = """
      {"id": "dike", "startedAt": "2025-02-03T06:00:00Z", "endedAt": "2025-02-03T07:30:00Z", "distance": 9000, \
      "loadWeight": 25}
      """
    _ = try made(client.post("/api/v1/rucks", other))
    _ = try made(client.upload(Self.importPath, Array(Self.gpx.utf8)))
    walk = try #require(try client.get("/api/v1/rucks?limit=1").object.list("items").first?.text("id"))
  }

  /// Every GET that this user can make.
  var everyRead: EveryRead {
    let works = ["dune", "emma", "lost", "wish"]
    let entries = ["dune", "emma", "wish"]
    let years = ["2019", "2024", "2025", "2026"]
    let months = ["2025-02", "2025-03", "2024-03"]
    return EveryRead(
      objects: [
        "/heroes/{id}": ["/heroes/ada"], "/stories/{id}": ["/stories/audio", "/stories/sea"],
        "/works/{id}": works.map { "/works/\($0)" }, "/library/{workId}": entries.map { "/library/\($0)" },
        "/library/{workId}/reads": entries.map { "/library/\($0)/reads" },
        "/library/{workId}/reads/{id}": reads.map { "/library/emma/reads/\($0)" }
          + heard.map { "/library/dune/reads/\($0)" },
        "/analytics/sessions/{id}": listening.map { "/analytics/sessions/\($0)" },
        "/reading/sessions/{id}": reading.map { "/reading/sessions/\($0)" },
        "/diversity/works/{workId}": works.map { "/diversity/works/\($0)" },
        "/rucks/{id}": ["ridge", "dike", walk].map { "/rucks/\($0)" }, "/rucks/{id}/track": ["/rucks/\(walk)/track"],
        "/webhooks/{id}": ["/webhooks/\(webhook)"],
        "/review/{year}": years.map { "/review/\($0)" }, "/review/{year}.svg": years.map { "/review/\($0).svg" },
        "/review/{year}.pdf": years.map { "/review/\($0).pdf" },
        "/review/{year}-{month}": months.map { "/review/\($0)" },
        "/review/{year}-{month}.svg": months.map { "/review/\($0).svg" },
        "/review/{year}-{month}.pdf": months.map { "/review/\($0).pdf" },
        "/achievements/{id}.svg": ["/achievements/bookworm.svg", "/achievements/first-steps.svg"],
        "/works/{id}/cover": ["/works/dune/cover"], "/stories/{id}/cover": ["/stories/audio/cover"],
      ],
      values: [
        "q": ["du"], "heroId": ["ada"], "workId": ["dune"], "storyId": ["audio"], "tag": ["classics"],
        "series": ["Saga"], "year": ["2024", "2025"], "rating": ["4.75"], "genre": ["Fiction"],
      ],
      others: [link, link.replacingOccurrences(of: ".svg", with: ".json"), "/openapi.json"])
  }
}
