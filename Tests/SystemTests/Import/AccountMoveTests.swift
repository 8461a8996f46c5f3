import API
import Chronology
import Foundation
import Proto
import RandomHistory
import SeededRandom
import Testing

extension SystemTests {
  @Suite("Moving an account by its export")
  struct AccountMoveTests {
    private static let periods = ["weekly", "monthly", "quarterly", "yearly", "allTime"]

    /// The response of every figure and list, by path.
    private static var paths: [String] {
      let years = ["2024", "2025", "2026"]
      return [
        "/heroes?limit=200", "/stories?limit=200", "/works?limit=200", "/library?limit=200", "/goals", "/achievements",
        "/analytics/summary", "/analytics/heroes", "/analytics/milestones", "/analytics/insights",
        "/analytics/sessions?limit=200", "/analytics/anomalies?limit=200", "/reading/sessions?limit=200",
        "/reading/timer", "/diversity/completion", "/diversity/radar", "/diversity/missing", "/diversity/prompts",
        "/diversity/points?limit=200", "/rucks?limit=200", "/rucks/records", "/rucks/weekly?weeks=60", "/rucks/streak",
        "/insights/timeline?months=36", "/diversity/radar.svg", "/insights/rings.svg", "/rucks/weekly.svg?weeks=52",
      ] + ["listening", "reading", "rucks"].map { "/analytics/activity?range=year&kind=\($0)" }
        + ["allTime", "year", "month"].map { "/diversity/stats?period=\($0)" }
        + periods.map { "/rucks/analytics?period=\($0)" } + periods.map { "/rucks/breakdown?period=\($0)" }
        + ["week", "month", "year", "allTime"].map { "/insights?timeframe=\($0)" }
        + years.map { "/review/\($0)" } + years.map { "/review/\($0).svg" }
        + ["listening", "reading", "rucks", "works", "insights"].map { "/export?kind=\($0)&format=json" }
    }

    private struct Account {
      var client: HTTPClient

      func answer(_ path: String) throws -> String {
        let answer = try client.get("/api/v1\(path)")
        #expect(answer.status == 200, "\(path): \(answer.text)")
        // The elapsed time of a timer differs between responses, and an anomaly's id is a position in the journal.
        return answer.text
          .replacing(/"elapsedSeconds":\d+/, with: "")
          .replacing(/"id":"\d+-\d+"/, with: "")
      }

      /// Retried once, because a day may end between two responses.
      func difference(to other: Account, _ path: String) throws -> String? {
        for _ in 0..<2 {
          let (mine, others) = (try answer(path), try other.answer(path))
          if mine == others { return nil }
        }
        return try "\(path):\n\(answer(path))\n\(other.answer(path))"
      }

      func expectSame(as other: Account) throws {
        for path in AccountMoveTests.paths {
          let difference = try difference(to: other, path)
          #expect(difference == nil, "\(difference ?? "")")
        }
        let (mine, others) = (try client.get("/api/v1/profile").object, try other.client.get("/api/v1/profile").object)
        for name in ["displayName", "timezone", "dayStart", "restDaysPerWeek"] {
          #expect("\(mine[name] ?? "")" == "\(others[name] ?? "")", "\(name)")
        }
      }
    }

    private func live(_ user: String, on stack: Stack, steps: Int) async throws {
      let loop = try Loop.spawn()
      defer { loop.stop() }
      func link(_ service: String) -> ServiceLink {
        ServiceLink(loop: loop, service: service, path: "\(stack.runDirectory)/\(service).sock")
      }
      let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
      let seed = testSeed()
      var history = RandomHistory(
        seed: seed, from: now + -300 * 86_400, user: user, session: Client<SessionAPI>(link: link("session")),
        diversity: Client<DiversityAPI>(link: link("diversity")))
      print("a random history of seed \(seed)")
      try await history.live(steps: steps)
    }

    @Test("Every figure is equal after an import over HTTP or by the command, and a second import adds nothing")
    func random() async throws {
      let (old, new) = (try Stack(), try Stack())
      try await live("ada", on: old, steps: 500)
      let ada = Account(client: try old.client(user: "ada"))
      let document = try ada.client.get("/api/v1/account/export")
      #expect(document.status == 200)
      var eve = Account(client: try new.client(user: "eve"))
      eve.client.patienceSeconds = 60
      let path = "/api/v1/imports?format=waymark"
      let dry = try eve.client.upload(path + "&dryRun=true", Array(document.body))
      #expect(dry.status == 200 && dry.object["rejected"] as? Int == 0, "\(dry.text)")
      #expect((try eve.client.get("/api/v1/stories").object["items"] as? [Any])?.isEmpty == true)
      let first = try eve.client.upload(path, Array(document.body))
      #expect(first.text == dry.text, "a dry run reports the result: \(first.text)")
      try ada.expectSame(as: eve)
      let again = try eve.client.upload(path, Array(document.body))
      #expect(again.object["added"] as? Int == 0 && again.object["rejected"] as? Int == 0, "\(again.text)")

      let file = new.folder.path + "/kim.json"
      let exported = try new.command("export", "--user", "eve", "--output", file)
      #expect(exported.code == 0, "\(exported.errors)")
      let imported = try new.command("import", "waymark", file, "--user", "kim")
      #expect(imported.code == 0 && imported.output.contains("rejected 0"), "\(imported)")
      try ada.expectSame(as: Account(client: try new.client(user: "kim")))
      let verified = try new.command("verify")
      #expect(verified.code == 0, "\(verified.output)")
    }

    @Test("Accounts of an earlier release move with everything in their journals")
    func oldAccounts() throws {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
      let archive = Executable.repository.appendingPathComponent("Tests/OldData/2026-11.tar.gz").path
      let unpacked = try Executable.run(program: "/usr/bin/env", ["tar", "-xzf", archive, "-C", data])
      #expect(unpacked.code == 0, "\(unpacked.errors)")
      let content = try Data(contentsOf: URL(fileURLWithPath: data + "/expected.json"))
      let users = try #require(try JSONSerialization.jsonObject(with: content) as? [String: Any]).keys.sorted()
      #expect(users.count == 4)
      let stack = try Stack(folder: folder)
      for user in users {
        let file = folder.path + "/document"
        #expect(try stack.command("export", "--user", user, "--output", file).code == 0)
        let imported = try stack.command("import", "waymark", file, "--user", "new-\(user)")
        #expect(imported.code == 0 && imported.output.contains("rejected 0"), "\(user): \(imported)")
        try FileManager.default.removeItem(atPath: file)
        try Account(client: try stack.client(user: user))
          .expectSame(as: Account(client: try stack.client(user: "new-\(user)")))
      }
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Rejects other files and incomplete documents over HTTP, and lists invalid events")
    func rejected() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let path = "/api/v1/imports?format=waymark"
      let document = try ada.get("/api/v1/account/export").text
      for text in ["", "{}", "[1]", String(document.dropLast(30)), String(repeating: "[", count: 200_000)] {
        let answer = try ada.upload(path, Array(text.utf8))
        #expect(answer.status == 422 && (answer.object["detail"] as? String)?.isEmpty == false, "\(answer.text)")
      }
      let event = #"["hero.saved",{"hero":{"id":"a b","name":"A"}}]"#
      let wrong = #"{"seq":1,"recordedAt":"2026-01-01T00:00:00Z","event":\#(event)}"#
      let made = #"{"format":"waymark-account","version":1,"events":[\#(wrong)],"complete":true}"#
      let answer = try ada.upload(path, Array(made.utf8))
      let problems = answer.object["problems"] as? [[String: Any]] ?? []
      #expect(answer.status == 200 && answer.object["rejected"] as? Int == 1, "\(answer.text)")
      #expect((problems.first?["reason"] as? String)?.hasPrefix("event 1: ") == true)
    }
  }
}
