import Crypto
import ForeignServer
import Foundation
import Testing

extension SystemTests {
  /// Webhooks of a running stack, with a receiver on loopback.
  @Suite("Webhooks")
  struct WebhookTests {
    private func add(
      _ client: HTTPClient, _ server: ForeignServer, _ events: [String] = ["*"]
    ) throws -> [String: Any] {
      let names = events.map { "\"\($0)\"" }.joined(separator: ", ")
      let made = try client.post("/api/v1/webhooks", #"{"url": "\#(server.url)/hook?key=1", "events": [\#(names)]}"#)
      #expect(made.status == 201, "\(made.text)")
      return made.object
    }

    private func bodies(_ server: ForeignServer) -> [[String: Any]] {
      server.requests.compactMap { try? JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any] }
    }

    /// Records a ruck, also if the services have just been killed. A repetition of a recorded one is 200.
    private func walk(_ client: HTTPClient, minutesAgo: Double) throws {
      let end = Date().addingTimeInterval(-minutesAgo * 60)
      let times = [end.addingTimeInterval(-600), end].map { ISO8601DateFormatter().string(from: $0) }
      let ruck = #"{"startedAt": "\#(times[0])", "endedAt": "\#(times[1])", "distance": 2000, "loadWeight": 12}"#
      try eventually("the ruck is recorded") { try client.post("/api/v1/rucks", ruck).status < 300 }
    }

    /// A zone in which no week begins within the hours around now.
    private var zone: String {
      let seconds = Int(Date().timeIntervalSince1970)
      let (weekday, hour) = ((seconds / 86_400 + 3) % 7, seconds % 86_400 / 3_600)
      let isNearMonday = weekday == 0 && hour < 4 || weekday == 6 && hour >= 20
      return isNearMonday ? "Etc/GMT+12" : "UTC"
    }

    @Test("Sends signed events in order, which any library of Standard Webhooks can verify")
    func signed() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let server = ForeignServer()
      let hook = try add(client, server, ["ruck.recorded"])
      for minutes in [500, 400, 300, 200.0] { try walk(client, minutesAgo: minutes) }
      try eventually("all events arrive") { server.requests.count >= 4 }
      let secret = try #require(hook.text("secret"))
      let key = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
      for request in server.requests {
        let id = try #require(request.headers["webhook-id"])
        let time = try #require(request.headers["webhook-timestamp"])
        let code = HMACSHA256.code(of: Array("\(id).\(time).".utf8) + request.body, secret: Array(key))
        #expect(request.headers["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")
        #expect(request.headers["content-type"] == "application/json" && request.target == "/hook?key=1")
      }
      let lines = try server.requests.map { request in
        let hex = request.body.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try JSONSerialization.data(withJSONObject: ["headers": request.headers, "body": hex]) + Data("\n".utf8)
      }
      let received = try stack.folder.file("received")
      received.handle.write(Data(lines.joined()))
      try PythonClient.run("webhooks.py", "standardwebhooks", [secret, received.path])
      let starts = bodies(server).compactMap { $0.object("data").text("startedAt") }
      #expect(starts.count == 4 && starts == starts.sorted())
      let list = try client.get("/api/v1/webhooks")
      #expect(list.object.list("items").first?.object("lastDelivery").number("status") == 204)
      #expect(!list.text.contains("whsec_"))
    }

    @Test("Loses no event if every service is killed, and sends unlocks and goals of recent rucks and books")
    func killed() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      #expect(try client.put("/api/v1/profile", #"{"timezone": "\#(zone)"}"#).status == 200)
      let server = ForeignServer { _ in .text(503) }
      _ = try add(client, server)
      try walk(client, minutesAgo: 60)
      try eventually("an attempt") { !server.requests.isEmpty }
      // The next attempt after the kills must succeed, because a third one is made only after minutes.
      server.respond { _ in .text(200) }
      for name in ["session", "outbound", "milestone"] { try stack.kill9(name) }
      try walk(try stack.client(user: "ada"), minutesAgo: 30)
      try eventually("both rucks and the goal of the week arrive") {
        let bodies = self.bodies(server)
        let rucks = Set(bodies.compactMap { $0.object("data").text("id") })
        return rucks.count >= 2 && bodies.contains { $0.text("type") == "goal.reached" }
      }
      let goal = try #require(bodies(server).first { $0.text("type") == "goal.reached" })
      #expect(goal.object("data").text("type") == "weeklyRucks" && goal.object("data").number("current") == 2)
      #expect(goal.text("message") == "Reached the goal of 2 rucks this week.")
    }

    @Test("Calls no address that the operator does not allow", arguments: ["none", "public", "10.0.0.0/8"])
    func outgoing(rule: String) throws {
      let stack = try Stack(environment: ["WAYMARK_OUTGOING": rule])
      let client = try stack.client(user: "ada")
      let server = ForeignServer()
      let id = try #require(try add(client, server).text("id"))
      let outcome = try client.send("POST", "/api/v1/webhooks/\(id)/test", nil)
      #expect(outcome.status == 200 && outcome.object.text("problem")?.contains("WAYMARK_OUTGOING") == true)
      #expect(server.connections == 0)
      let connection = #"{"kind": "audiobookshelf", "url": "\#(server.url)", "secret": "k"}"#
      #expect(try client.post("/api/v1/connections", connection).status == 422)
      #expect(server.connections == 0)
    }

    @Test("An unusable rule stops the start with a line that names the setting")
    func unusableRule() throws {
      let started = try Executable.run(
        ["up", "--data", try TemporaryFolder().path], environment: ["WAYMARK_OUTGOING": "http://h"])
      #expect(started.code != 0 && started.errors.contains("WAYMARK_OUTGOING"))
    }

    @Test("Secrets are in no file, log or export")
    func secrets() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let server = ForeignServer()
      let secret = try #require(try add(client, server).text("secret"))
      try walk(client, minutesAgo: 5)
      try eventually("an attempt") { !server.requests.isEmpty }
      let export = try client.get("/api/v1/account/export")
      #expect(export.status == 200 && export.object.list("connectors").count == 1)
      #expect(!export.text.contains(secret.dropFirst(6)))
      stack.stop()
      let files = try #require(FileManager.default.enumerator(atPath: stack.data))
      for case let name as String in files {
        guard let bytes = FileManager.default.contents(atPath: stack.data + "/" + name) else { continue }
        #expect(bytes.range(of: Data(secret.dropFirst(6).utf8)) == nil, "\(name)")
      }
    }
  }
}
