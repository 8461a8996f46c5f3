import API
import Foundation
import Testing

extension SystemTests {
  /// A write and its opposite leave every response as it was, byte for byte.
  @Suite("Writes that are undone")
  struct UndoneWritesTests {
    /// Writes that nothing undoes.
    private static let withoutOpposite = [
      "DELETE /account": "ends the account",
      "DELETE /matches/{storyId}": "the story is not proposed again",
      "POST /diversity/prompts/{id}/answer": "a prompt is answered once",
      "POST /diversity/prompts/{id}/skip": "a prompt is skipped once",
      "POST /webhooks/{id}/test": "is a delivery",
      "POST /connections": "calls another server", "PATCH /connections/{id}": "calls another server",
      "DELETE /connections/{id}": "calls another server", "POST /connections/{id}/run": "calls another server",
      "POST /tokens": "is about credentials", "DELETE /tokens/{id}": "is about credentials",
    ]

    private struct Known {
      var bodies: [String: Data] = [:]
      var tags: [String: String] = [:]
      var hour = 0.0
    }

    /// Sends writes and notes their calls.
    private final class Writer {
      let client: HTTPClient
      let paths: [String]
      var calls: Set<String> = []
      private var known: Known

      init(_ account: FullAccount) throws {
        client = account.client
        paths = account.everyRead.paths()
        known = try Self.read(paths, client)
        #expect(paths.count > 250 && Set(paths).count == paths.count)
      }

      static func read(_ paths: [String], _ client: HTTPClient) throws -> Known {
        var known = Known(hour: hour())
        for path in paths {
          let answer = try client.get(path, headers: ["Cache-Control": "no-cache"])
          #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
          known.bodies[path] = answer.body
          known.tags[path] = answer.headers["etag"]
        }
        return known
      }

      /// Days begin at a full hour.
      private static func hour() -> Double { (Date().timeIntervalSince1970 / 3_600).rounded(.down) }

      @discardableResult
      func send(_ verb: String, _ path: String, _ body: String? = nil) throws -> [String: Any] {
        let answer =
          path.hasPrefix("/imports")
          ? try client.upload(Endpoints.base + path, Array((body ?? "").utf8), method: verb)
          : try client.send(verb, Endpoints.base + path, body)
        try #require((200...204).contains(answer.status), "\(verb) \(path): \(answer.text)")
        calls.insert("\(verb) \(path.split(separator: "?")[0])")
        return answer.object
      }

      func put(_ path: String, _ body: String? = nil) throws { try send("PUT", path, body) }
      func patch(_ path: String, _ body: String) throws { try send("PATCH", path, body) }
      func delete(_ path: String) throws { try send("DELETE", path) }

      /// Expects that the writes change no response, except those of the named paths, which are given with a reason.
      func expectUndone(
        _ step: String, except: [String: String] = [:], by work: () throws -> Void
      ) throws {
        var found: Known
        repeat {
          if known.hour != Self.hour() { known = try Self.read(paths, client) }
          try work()
          found = try Self.read(paths, client)
        } while found.hour != Self.hour() || found.hour != known.hour
        for path in paths {
          let name = String(path.dropFirst(Endpoints.base.count))
          guard except[name] == nil, except[String(name.prefix { $0 != "?" })] == nil else { continue }
          let (old, new) = (known.bodies[path] ?? Data(), found.bodies[path] ?? Data())
          #expect(old == new, "\(step): \(path) \(Self.difference(old, new))")
          #expect(known.tags[path] == found.tags[path], "\(step): \(path)")
        }
        known = found
      }

      private static func difference(_ old: Data, _ new: Data) -> String {
        let place =
          zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        let texts = [old, new].map { String(decoding: $0.dropFirst(max(0, place - 60)).prefix(160), as: UTF8.self) }
        return "was \(texts[0]) and is \(texts[1])"
      }

      /// Expects that the writes change these responses, so that undoing them is not trivial.
      func expectChanged(_ changed: [String], by work: () throws -> Void) throws {
        try work()
        for path in changed {
          #expect(try client.get(Endpoints.base + path).body != known.bodies[Endpoints.base + path], "\(path)")
        }
      }
    }

    @Test(
      "Link, unlink and link, an edit and its undoing, and deleting and creating again keep every GET byte for byte")
    func all() throws {
      let stack = try Stack()
      let account = try FullAccount(stack.client(user: "ada"))
      let writer = try Writer(account)
      try writer.expectUndone("nothing") {}
      try links(account, writer)
      try listening(account, writer)
      try reading(account, writer)
      try library(account, writer)
      try reads(account, writer)
      try rucks(account, writer)
      try catalogue(account, writer)
      try settings(account, writer)
      try others(account, writer)
      // The views agree with the journal, and without their memory they give the same bytes.
      try writer.expectUndone("new processes") {
        try stack.replace("session", "stats", "milestone", "diversity")
      }
      #expect(try stack.command("verify").code == 0)

      var rows = Endpoints.all.filter { $0.verb != .get && !$0.needsBrowser && !$0.isForAnybody }
      rows.removeAll {
        $0.path.hasPrefix("/session") || $0.path.hasPrefix("/passkeys") || $0.path == "/account/password"
      }
      rows.removeAll { Self.withoutOpposite["\($0.verb.text) \($0.path)"] != nil }
      rows.removeAll { row in writer.calls.contains { Self.matches($0, row) } }
      #expect(rows.isEmpty, "nothing undoes \(rows.map { "\($0.verb.text) \($0.path)" })")
    }

    private static func matches(_ call: String, _ row: Endpoint) -> Bool {
      let names = call.split(separator: "/", omittingEmptySubsequences: false)
      let segments = "\(row.verb.text) \(row.path)".split(separator: "/", omittingEmptySubsequences: false)
      return names.count == segments.count && zip(names, segments).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    private static func audio(_ work: String?) -> String {
      let work = work.map { "\"\($0)\"" } ?? "null"
      return #"{"title": "Dune", "estimatedDuration": 7200, "heroId": "ada", "workId": \#(work)}"#
    }

    private static func sea(_ work: String?) -> String {
      let work = work.map { "\"\($0)\"" } ?? "null"
      return #"{"title": "Sea", "estimatedDuration": 600, "workId": \#(work)}"#
    }

    private func links(_ account: FullAccount, _ writer: Writer) throws {
      // The second link creates the entry again.
      let added = "is ordered by when entries were created"
      let except = ["/library?sort=added": added, "/library?sort=-added": added]
      try writer.expectUndone("unlink and link", except: except) {
        try writer.expectChanged(["/library", "/reads", "/insights", "/review/2025", "/export?kind=reads"]) {
          try writer.put("/stories/audio", Self.audio(nil))
        }
        try writer.put("/stories/audio", Self.audio("dune"))
      }
      try writer.expectUndone("unlink and accept the proposal", except: except) {
        try writer.put("/stories/audio", Self.audio(nil))
        try writer.send("POST", "/matches/audio", #"{"workId": "dune"}"#)
      }
      try writer.expectUndone("link to another work and back", except: except) {
        try writer.put("/stories/audio", Self.audio("emma"))
        try writer.put("/stories/audio", Self.audio("lost"))
        try writer.put("/stories/audio", Self.audio("dune"))
      }
      // A wanted work, one with manual reads, one without an entry, and one that another story belongs to.
      for work in ["wish", "emma", "lost", "dune"] {
        try writer.expectUndone("link to \(work), unlink, link and unlink") {
          for _ in 1...2 {
            try writer.expectChanged(["/stories/sea", "/export?kind=reads"]) {
              try writer.put("/stories/sea", Self.sea(work))
            }
            try writer.put("/stories/sea", Self.sea(nil))
          }
        }
      }
      try writer.expectUndone("delete a linked story and create it again", except: except) {
        try writer.delete("/stories/audio")
        try writer.put(
          "/stories/audio",
          """
          {"title": "Dune", "estimatedDuration": 7200, "heroId": "ada", "createdAt": "2024-01-01T00:00:00Z", \
          "authors": ["Frank Herbert"], "isFavorite": true, "workId": "dune"}
          """)
      }
    }

    private func listening(_ account: FullAccount, _ writer: Writer) throws {
      let one = "/analytics/sessions/\(account.listening[1])"
      let whole = FullAccount.session("audio", "2025-03-09", completed: true)
      try writer.expectUndone("edit a listening session") {
        try writer.expectChanged(["/reads", "/library/dune", "/analytics/summary", "/review/2025-03"]) {
          try writer.patch(one, #"{"completed": false, "duration": 300, "endedAt": "2025-03-09T10:20:00Z"}"#)
        }
        try writer.patch(one, #"{"completed": true, "duration": 600, "endedAt": "2025-03-09T11:00:00Z"}"#)
      }
      try writer.expectUndone("delete a listening session and send it again") {
        try writer.delete(one)
        try writer.send("POST", "/analytics/sessions", whole)
      }
      try writer.expectUndone("create a listening session and delete it") {
        // Later than all others, so that it moves no date of a milestone.
        let new = FullAccount.session("audio", "2025-06-20", completed: true)
        let made = try writer.send("POST", "/analytics/sessions", new)
        try writer.delete("/analytics/sessions/\(made.text("id") ?? "")")
      }
      try writer.expectUndone("send listening sessions twice") {
        try writer.send("POST", "/analytics/sessions", whole)
        try writer.send("POST", "/analytics/sessions/batch", "{\"sessions\": [\(whole), \(whole)]}")
      }
    }

    private func reading(_ account: FullAccount, _ writer: Writer) throws {
      let one = "/reading/sessions/\(account.reading[2])"
      let whole = FullAccount.session("emma", "2025-05-03", pages: 0...120)
      try writer.expectUndone("edit a reading session") {
        try writer.expectChanged(["/library/emma", "/insights", "/review/2025", "/export?kind=reading"]) {
          try writer.patch(one, #"{"startPage": 2, "endPage": 7, "endedAt": "2025-05-03T10:07:00Z"}"#)
        }
        try writer.patch(one, #"{"startPage": 0, "endPage": 120, "endedAt": "2025-05-03T10:50:00Z"}"#)
      }
      try writer.expectUndone("delete a reading session and send it again") {
        try writer.delete(one)
        try writer.send("POST", "/reading/sessions", whole)
      }
      for work in ["emma", "lost"] {
        try writer.expectUndone("create a reading session of \(work) and delete it") {
          let new = FullAccount.session(work, "2024-03-02", pages: 0...3).replacing("T10", with: "T08")
          let made = try writer.send("POST", "/reading/sessions", new)
          try writer.delete("/reading/sessions/\(made.text("id") ?? "")")
        }
      }
      try writer.expectUndone("send reading sessions twice") {
        try writer.send("POST", "/reading/sessions", whole)
        try writer.send("POST", "/reading/sessions/batch", "{\"sessions\": [\(whole), \(whole)]}")
      }
      try writer.expectUndone("start the timer and discard it") {
        try writer.send("POST", "/reading/timer", #"{"workId": "emma"}"#)
        try writer.delete("/reading/timer")
      }
      try writer.expectUndone("read by the timer and delete the session") {
        try writer.send("POST", "/reading/timer", #"{"workId": "emma"}"#)
        let stopped = try writer.send("POST", "/reading/timer/stop", #"{"endPage": 130}"#)
        #expect(!stopped.object("prompt").isEmpty)
        try writer.delete("/reading/sessions/\(stopped.object("session").text("id") ?? "")")
      }
    }

    private func library(_ account: FullAccount, _ writer: Writer) throws {
      try writer.expectUndone("edit the entry of an open read") {
        try writer.expectChanged(["/library/emma", "/widget", "/export?kind=works"]) {
          try writer.patch("/library/emma", #"{"rating": 1, "startedOn": "2025", "currentPage": 3}"#)
        }
        try writer.patch("/library/emma", #"{"rating": null, "startedOn": null, "currentPage": 120}"#)
      }
      try writer.expectUndone("replace an entry and put it back") {
        try writer.put(
          "/library/emma", #"{"status": "reading", "currentPage": 7, "startedAt": "2025-01-01T00:00:00Z"}"#)
        try writer.put("/library/emma", #"{"status": "reading", "currentPage": 120}"#)
      }
      try writer.expectUndone("rate a wanted book and take it back") {
        try writer.patch("/library/wish", #"{"rating": 2}"#)
        try writer.patch("/library/wish", #"{"rating": null}"#)
      }
      try writer.expectUndone("rate what was heard by its entry, and take it back") {
        try writer.patch("/library/dune", #"{"rating": 2}"#)
        try writer.patch("/library/dune", #"{"rating": null}"#)
      }
      try writer.expectUndone("begin a wanted book and put it back") {
        try writer.patch("/library/wish", #"{"status": "reading"}"#)
        try writer.patch("/library/wish", #"{"status": "wantToRead"}"#)
      }
      for body in [#"{"status": "wantToRead"}"#, #"{"status": "reading", "startedOn": "2025"}"#] {
        try writer.expectUndone("create an entry and delete it: \(body)") {
          try writer.put("/library/lost", body)
          try writer.put("/stories/sea", Self.sea("lost"))
          try writer.put("/stories/sea", Self.sea(nil))
          try writer.delete("/library/lost")
        }
      }
    }

    private func reads(_ account: FullAccount, _ writer: Writer) throws {
      let one = "/library/emma/reads/\(account.reads[0])"
      try writer.expectUndone("edit a read") {
        try writer.expectChanged(["/reads", "/insights", "/library/emma/reads", "/library?format=print"]) {
          let other = """
            {"status": "abandoned", "startedOn": "2019", "finishedOn": "2020", "rating": null, "format": "ebook", \
            "note": "n", "review": null}
            """
          try writer.patch(one, other)
        }
        let back = """
          {"status": "finished", "startedOn": null, "finishedOn": "2019-05", "rating": 3, "format": "print", \
          "note": null, "review": "One.\\nTwo."}
          """
        try writer.patch(one, back)
      }
      try writer.expectUndone("date an undated read and take the date back") {
        let undated = "/library/emma/reads/\(account.reads[1])"
        try writer.expectChanged(["/insights", "/review/2024", "/goals?year=2024"]) {
          try writer.patch(undated, #"{"finishedOn": "2024-07"}"#)
        }
        try writer.patch(undated, #"{"finishedOn": null}"#)
      }
      try writer.expectUndone("edit what was heard") {
        let heard = "/library/dune/reads/\(account.heard[0])"
        try writer.patch(heard, #"{"rating": null, "note": null, "review": null}"#)
        try writer.patch(heard, #"{"rating": 4.75, "note": "Again!", "review": "Heard\ntwice."}"#)
      }
      for work in ["emma", "dune", "wish"] {
        for body in [
          #"{"status": "finished"}"#, #"{"status": "abandoned", "finishedOn": "2026-01"}"#,
          #"{"status": "finished", "startedAt": "2025-02-01T00:00:00Z", "finishedAt": "2026-02-01T00:00:00Z"}"#,
        ] {
          try writer.expectUndone("create a read of \(work) and delete it: \(body)") {
            let made = try writer.send("POST", "/library/\(work)/reads", body)
            try writer.delete("/library/\(work)/reads/\(made.text("id") ?? "")")
          }
        }
      }
    }

    private func rucks(_ account: FullAccount, _ writer: Writer) throws {
      try writer.expectUndone("edit a ruck") {
        try writer.expectChanged(["/rucks/records", "/rucks/breakdown?period=allTime", "/review/2025", "/search?q=ri"])
        {
          let other = """
            {"endedAt": "2025-02-01T07:00:00Z", "distance": 1, "loadWeight": 1, "calories": null, \
            "elevationGain": null, "movingTime": null, "terrain": null, "weather": null, "name": null, "note": null}
            """
          try writer.patch("/rucks/ridge", other)
        }
        try writer.patch("/rucks/ridge", FullAccount.ridge)
      }
      try writer.expectUndone("delete a ruck and send it again") {
        try writer.delete("/rucks/ridge")
        try writer.send("POST", "/rucks", FullAccount.ridge)
      }
      try writer.expectUndone("send rucks twice") {
        try writer.send("POST", "/rucks/batch", "{\"rucks\": [\(FullAccount.ridge), \(FullAccount.ridge)]}")
      }
      try writer.expectUndone("delete a track and import its file again", except: ["/imports": "lists the import"]) {
        try writer.delete("/rucks/\(account.walk)/track")
        try writer.send("POST", "/imports?format=gpx&load=20", FullAccount.gpx)
      }
    }

    private func catalogue(_ account: FullAccount, _ writer: Writer) throws {
      try writer.expectUndone("edit a work") {
        try writer.expectChanged(["/library", "/reads", "/export?kind=reads", "/works/dune/cover", "/diversity/stats"])
        {
          try writer.put("/works/dune", #"{"title": "X", "identifiers": {"isbn": []}, "series": null, "tags": null}"#)
        }
        try writer.put("/works/dune", FullAccount.dune)
      }
      try writer.expectUndone("edit tags") {
        try writer.expectChanged(["/library?tag=classics", "/works/dune"]) {
          try writer.put("/works/dune", FullAccount.dune.replacing(#""classics", "sand""#, with: #""new""#))
        }
        try writer.put("/works/dune", FullAccount.dune)
      }
      try writer.expectUndone("delete a work without an entry and create it again") {
        try writer.delete("/works/lost")
        try writer.put("/works/lost", #"{"title": "Lost"}"#)
      }
      try writer.expectUndone("edit a story") {
        try writer.put(
          "/stories/sea",
          #"{"title": "X", "estimatedDuration": 6, "heroId": "ada", "authors": ["A"], "isbn": "9780441172719"}"#)
        try writer.put(
          "/stories/sea", #"{"title": "Sea", "estimatedDuration": 600, "heroId": null, "authors": [], "isbn": null}"#)
      }
      try writer.expectUndone("delete a story and create it again") {
        try writer.delete("/stories/sea")
        try writer.put(
          "/stories/sea", #"{"title": "Sea", "estimatedDuration": 600, "createdAt": "2024-01-02T00:00:00Z"}"#)
      }
      try writer.expectUndone("favourites") {
        try writer.delete("/stories/audio/favorite")
        try writer.put("/stories/audio/favorite")
      }
      try writer.expectUndone("edit a hero") {
        try writer.expectChanged(["/analytics/heroes", "/review/2025"]) {
          try writer.put("/heroes/ada", #"{"name": "Bea"}"#)
        }
        try writer.put("/heroes/ada", #"{"name": "Ada"}"#)
      }
      try writer.expectUndone("delete a hero and create it again") {
        try writer.delete("/heroes/ada")
        try writer.put("/heroes/ada", #"{"name": "Ada"}"#)
        try writer.put("/stories/audio", FullAccount.audio)
      }
      for object in ["/works/dune", "/stories/audio"] {
        try writer.expectUndone("give \(object) a cover and delete it") {
          let answer = try writer.client.upload(
            "\(Endpoints.base)\(object)/cover", CoverImages.png(), method: "PUT", headers: ["Content-Type": "image/png"]
          )
          #expect(answer.status == 204)
          writer.calls.insert("PUT \(object)/cover")
          try writer.delete(object + "/cover")
        }
      }
    }

    private func settings(_ account: FullAccount, _ writer: Writer) throws {
      for (name, other, value, changed) in [
        ("timezone", "\"America/New_York\"", "\"Europe/Berlin\"", "/analytics/activity?from=2025-03-09&to=2025-05-03"),
        ("displayName", "null", "\"Ada\"", "/profile"),
      ] {
        try writer.expectUndone("another \(name) always, and back") {
          try writer.expectChanged([changed]) {
            try writer.put("/profile", #"{"\#(name)": \#(other), "since": "always"}"#)
          }
          try writer.put("/profile", #"{"\#(name)": \#(value), "since": "always"}"#)
        }
      }
      try writer.expectUndone("other rest days from the same day, and back") {
        try writer.put("/profile", #"{"restDaysPerWeek": 3, "since": "2025-01-01"}"#)
        try writer.put("/profile", #"{"restDaysPerWeek": 1, "since": "2025-01-01"}"#)
      }
      try writer.expectUndone("a history of the start of the day is written again") {
        try writer.put("/profile", #"{"dayStart": 0, "since": "always"}"#)
        try writer.put("/profile", #"{"dayStart": 4, "since": "2024-06-01"}"#)
      }
      try writer.expectUndone("another weekly goal always, and back") {
        try writer.expectChanged(["/goals", "/rucks/weekly?weeks=200", "/rucks/streak"]) {
          try writer.put("/goals/weeklyRucks", #"{"target": 5, "since": "always"}"#)
        }
        try writer.put("/goals/weeklyRucks", #"{"target": 1, "since": "always"}"#)
      }
      try writer.expectUndone("another yearly goal from the same day, and back") {
        try writer.expectChanged(["/goals?year=2024", "/review/2025"]) {
          try writer.put("/goals/annualReading", #"{"target": 2, "since": "2024-05-05"}"#)
        }
        try writer.put("/goals/annualReading", #"{"target": 20, "since": "2024-05-05"}"#)
      }
      try writer.expectUndone("a goal and its default") {
        try writer.put("/goals/readingStreak", #"{"target": 9, "since": "always"}"#)
        try writer.delete("/goals/readingStreak")
      }
    }

    private func others(_ account: FullAccount, _ writer: Writer) throws {
      try writer.expectUndone("edit a value of diversity") {
        try writer.expectChanged(["/diversity/radar", "/insights?culture=European"]) {
          try writer.put("/diversity/works/emma/culturalOrigin", #"{"value": "Asian"}"#)
        }
        try writer.put("/diversity/works/emma/culturalOrigin", #"{"value": "European"}"#)
      }
      try writer.expectUndone("clear a value of diversity and set it again") {
        try writer.delete("/diversity/works/emma/culturalOrigin")
        try writer.put("/diversity/works/emma/culturalOrigin", #"{"value": "European"}"#)
      }
      try writer.expectUndone("edit a webhook") {
        try writer.patch("/webhooks/\(account.webhook)", #"{"url": "http://127.0.0.1:2/", "events": ["*"]}"#)
        try writer.patch(
          "/webhooks/\(account.webhook)", #"{"url": "http://127.0.0.1:1/", "events": ["book.finished"]}"#)
      }
      try writer.expectUndone("create a webhook and delete it") {
        let hook = #"{"url": "http://127.0.0.1:3/", "events": ["goal.reached"]}"#
        let made = try writer.send("POST", "/webhooks", hook)
        try writer.delete("/webhooks/\(made.text("id") ?? "")")
      }
      try writer.expectUndone("create a public link and delete it") {
        let made = try writer.send("POST", "/shares", #"{"picture": "rings"}"#)
        try writer.delete("/shares/\(made.text("id") ?? "")")
      }
    }
  }
}
