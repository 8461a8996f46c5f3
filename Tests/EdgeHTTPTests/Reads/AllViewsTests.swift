import API
import Chronology
import Foundation
import Proto
import RandomHistory
import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite("Every read of every view, kept and not kept")
struct AllViewsTests {
  /// The paths of all reads that are kept, with several values of each parameter.
  private static func paths(ids: [String: [String]]) -> [String] {
    var paths: [String] = []
    for endpoint in Endpoints.all where endpoint.isOfView {
      var fixed = ["/api/v1" + endpoint.path]
      for parameter in endpoint.parameters where parameter.place == .path {
        let values =
          ids["\(endpoint.path.split(separator: "/").first ?? "")/\(parameter.name)"] ?? values(of: parameter)
        fixed = fixed.flatMap { path in
          values.prefix(3).map { path.replacingOccurrences(of: "{\(parameter.name)}", with: $0) }
        }
      }
      let queries = endpoint.parameters.filter { $0.place == .query }
      let needed = queries.filter(\.isRequired).map { "\($0.name)=\(values(of: $0).first ?? "x")" }
      let plain = needed.joined(separator: "&")
      paths += fixed.map { needed.isEmpty ? $0 : "\($0)?\(plain)" }
      for query in queries where !query.isRequired {
        for value in values(of: query) {
          paths += fixed.prefix(1).map { "\($0)?\((needed + ["\(query.name)=\(value)"]).joined(separator: "&"))" }
        }
      }
    }
    return paths
  }

  private static func values(of parameter: Parameter) -> [String] {
    switch parameter.kind {
    case .choice(let names), .name(let names): Array(names.prefix(6))
    case .list(let names, let count): [names.prefix(count.lowerBound).joined(separator: ",")]
    case .day: ["2026-02-01", "2026-03-29"]
    case .integer(let range): parameter.name == "year" ? ["2025", "2026"] : ["\(min(range.upperBound, 7))"]
    case .month: ["03", "11"]
    case .number(let range): ["\(range.lowerBound)"]
    case .flag: ["true", "false"]
    case .text: ["a"]
    case .words: ["river"]
    case .id, .userId, .cursor, .opaque: ["x"]
    }
  }

  private static func ids(_ views: AllViews, of user: String) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for (name, path) in [
      ("rucks/id", "/api/v1/rucks"), ("analytics/id", "/api/v1/analytics/sessions"),
      ("diversity/workId", "/api/v1/works"),
    ] {
      let list = try views.get(path, of: user, from: .asking).json?["items"] as? [NSDictionary] ?? []
      let ids = list.compactMap { $0["id"] as? String }
      if !ids.isEmpty { found[name] = ids }
    }
    return found
  }

  @Test(
    "The same bytes and tag from memory as from the view, at any time of a quarter of an hour and across days",
    arguments: [1, 2, 3] as [UInt64])
  func sameBytes(seed: UInt64) async throws {
    // Near the midnight of several zones, in the week in which clocks change.
    let now = try #require(Instant("2026-03-28T22:50:00Z"))
    let views = try await AllViews(at: now)
    var dice = SplitMix(seed: seed)
    var history = RandomHistory(
      seed: seed, from: now + -200 * 86_400, user: "ada", session: views.session, diversity: views.diversity)
    try await history.live(steps: 150)
    let paths = Self.paths(ids: try Self.ids(views, of: "ada"))
    #expect(paths.count > 100)
    for round in 0..<8 {
      // Within the quarter of an hour, into the next one, across midnight, and back.
      views.set(now.seconds + [0, 599, 900, 4_200, 10, 86_400 * 3, 4_199, 600][round])
      if round == 5 { try await history.live(steps: 3) }
      for path in paths where round < 2 || Int.random(in: 0..<3, using: &dice) == 0 {
        let kept = try views.get(path, of: "ada", from: .keeping)
        let again = try views.get(path, of: "ada", from: .keeping)
        let asked = try views.get(path, of: "ada", from: .asking)
        for response in [kept, again] {
          #expect(
            response.status == asked.status && response.body == asked.body
              && response.fields["etag"] == asked.fields["etag"], "\(path) in round \(round), seed \(seed)")
        }
      }
    }
    #expect(views.fromMemory > paths.count)
  }

  @Test("A user never gets another user's kept replies")
  func users() async throws {
    let now = try #require(Instant("2026-03-28T22:50:00Z"))
    let views = try await AllViews(at: now)
    for (user, seed) in [("ada", 4), ("eve", 5)] as [(String, UInt64)] {
      var history = RandomHistory(
        seed: seed, from: now + -100 * 86_400, user: user, session: views.session, diversity: views.diversity)
      try await history.live(steps: 60)
    }
    for path in Self.paths(ids: [:]) {
      for user in ["ada", "eve", "new", "ada", "eve"] {
        let kept = try views.get(path, of: user, from: .keeping)
        #expect(kept.body == (try views.get(path, of: user, from: .asking).body), "\(path) of \(user)")
      }
    }
    #expect(views.fromMemory > 0)
  }
}
