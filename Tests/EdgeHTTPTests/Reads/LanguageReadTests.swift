import API
import Chronology
import Foundation
import Proto
import RandomHistory
import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite("Texts of the views in four languages")
struct LanguageReadTests {
  private static let fields = [
    "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "es", "en-US,en;q=0.9", "*", "pl", "de-CH;q=0.7,fr;q=0.6",
  ]
  private static let json = [
    "/api/v1/achievements", "/api/v1/analytics/milestones", "/api/v1/goals", "/api/v1/diversity/dimensions",
    "/api/v1/diversity/completion", "/api/v1/diversity/radar",
  ]
  private static let pictures = [
    "/api/v1/achievements/bookworm.svg", "/api/v1/diversity/radar.svg", "/api/v1/diversity/completion.svg",
    "/api/v1/analytics/activity.svg", "/api/v1/insights/rings.svg", "/api/v1/insights/timeline.svg",
    "/api/v1/rucks/weekly.svg", "/api/v1/review/2026.svg", "/api/v1/review/2026-03.svg",
  ]
  private static let others = [
    "/api/v1/review/2026", "/api/v1/review/2026-03", "/api/v1/diversity/prompts", "/api/v1/goals?year=2025",
    "/api/v1/analytics/summary", "/api/v1/rucks/weekly",
  ]

  private let now: Instant
  private let views: AllViews

  init() async throws {
    now = try #require(Instant("2026-03-28T12:00:00Z"))
    views = try await AllViews(at: now)
    var history = RandomHistory(
      seed: 5, from: now + -200 * 86_400, user: "ada", session: views.session, diversity: views.diversity)
    try await history.live(steps: 150)
  }

  private func get(_ path: String, _ language: String?, _ choice: AllViews.Choice) throws -> ReceivedResponse {
    try views.get(path, of: "ada", from: choice, fields: language.map { ["Accept-Language: \($0)"] } ?? [])
  }

  @Test("Every text is in the reader's language, and English is what a reader without a language gets")
  func texts() throws {
    for path in Self.json + Self.pictures {
      let plain = try get(path, nil, .asking)
      #expect(plain.status == 200 && plain.fields["vary"] == "Authorization, Cookie", "\(path)")
      for language in ["en", "*", "pl", "en-GB;q=0.5,de;q=0.4"] {
        let same = try get(path, language, .asking)
        #expect(same.body == plain.body && same.fields["etag"] == plain.fields["etag"], "\(path) \(language)")
        #expect(same.fields["vary"] == "Authorization, Cookie, Accept-Language", "\(path) \(language)")
      }
      let all = try ["de", "fr", "es"].map { try get(path, $0, .asking) } + [plain]
      #expect(Set(all.map(\.body)).count == 4 && Set(all.map { $0.fields["etag"] }).count == 4, "\(path)")
    }
  }

  @Test("Members that programs read are the same in all languages", arguments: json + ["/api/v1/review/2026"])
  func machineReadable(path: String) throws {
    /// Replaces the texts that people read.
    func plain(_ value: Any) -> NSObject {
      if let list = value as? [Any] { return list.map(plain) as NSArray }
      guard let object = value as? [String: Any] else { return value as? NSObject ?? NSNull() }
      let isTitled = object["threshold"] != nil || object["unlockedAt"] != nil
      return object.reduce(into: [String: NSObject]()) { result, member in
        let isText =
          ["subtitle", "description", "label", "question"].contains(member.key) || member.key == "title" && isTitled
        result[member.key] = isText ? "text" as NSString : plain(member.value)
      } as NSDictionary
    }
    let english = plain(try #require(try get(path, nil, .asking).json))
    for language in ["de", "fr", "es"] {
      #expect(plain(try #require(try get(path, language, .asking).json)) == english, "\(language)")
    }
  }

  @Test("Kept replies are those of the reader's language, in any order", arguments: [1, 2] as [UInt64])
  func kept(seed: UInt64) throws {
    var dice = SplitMix(seed: seed)
    let paths = Self.json + Self.pictures + Self.others
    for _ in 0..<400 {
      let path = paths[Int.random(in: 0..<paths.count, using: &dice)]
      let language = Self.fields[Int.random(in: 0..<Self.fields.count, using: &dice)]
      let (kept, asked) = (try get(path, language, .keeping), try get(path, language, .asking))
      #expect(
        kept.status == 200 && kept.body == asked.body && kept.fields["etag"] == asked.fields["etag"],
        "\(path) \(language)")
    }
    #expect(views.fromMemory > 200)
  }

  @Test("The query selects the language of pictures and documents")
  func query() throws {
    for path in Self.pictures {
      #expect(try get(path + "?lang=de", "fr", .keeping).body == get(path, "de", .keeping).body, "\(path)")
      #expect(try get(path + "?lang=en", "fr", .keeping).body == get(path, nil, .keeping).body, "\(path)")
    }
    let german = try get("/api/v1/review/2026.svg?lang=de", nil, .asking)
    #expect(german.body.contains("<title>Jahresrückblick 2026</title>") && german.body.contains(#"xml:lang="de""#))
  }
}
