import Foundation
import Testing

extension SystemTests {
  @Suite("KOReader's progress")
  struct ProgressTests {
    @Test("Every way of typing a device token signs in, and a push is returned as it was sent, even after kill -9")
    func push() throws {
      let stack = try Stack()
      let device = try Device(try stack.client(user: "ada"), name: "ada")
      #expect(try device.client.get("/kosync/healthcheck").object["state"] as? String == "OK")
      let plain = device.token.replacing("-", with: "")
      for typed in [device.token, plain, device.token.uppercased(), plain.uppercased()] {
        let response = try device.kosync("GET", "/users/auth", typed: typed)
        #expect(response.status == 200 && response.text == #"{"authorized":"OK"}"#, "\(typed.count): \(response.text)")
      }
      let pushed = try device.push("doc", 0.3196)
      #expect(pushed.status == 200 && pushed.object["document"] as? String == "doc", "\(pushed.text)")
      let time = try #require(pushed.object["timestamp"] as? Int)
      #expect(abs(Double(time) - Date.now.timeIntervalSince1970) < 3_600)
      try stack.kill9("session")
      let fetched = try found("the position") {
        let response = try device.kosync("GET", "//syncs/progress/doc/")
        return response.status == 200 ? response : nil
      }
      #expect(fetched.object["percentage"] as? Double == 0.3196 && fetched.object["device_id"] as? String == "AB12")
      #expect(fetched.object["progress"] as? String == "/body/DocFragment[20]/body/p[22]/img.0")
      #expect(fetched.object["timestamp"] as? Int == time)
      #expect(try device.kosync("GET", "/syncs/progress/other").text == "{}")
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A wrong, foreign or revoked token is 401, and one for reading pushes nothing")
    func rejections() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let (device, me) = (try Device(ada, name: "ada"), try Device(ada, name: "me"))
      let (foreign, reader) = (try Device(ada, name: "eve"), try Device(ada, name: "ada", scopes: #"["read"]"#))
      #expect(try me.push("d", 0.1).status == 200)
      let rejected = #"{"code":2001,"message":"Unauthorized"}"#
      #expect(try foreign.push("d", 0.1).text == rejected && reader.push("d", 0.1).text == rejected)
      #expect(try device.kosync("GET", "/users/auth", typed: "wrong").status == 401)
      #expect(try reader.kosync("GET", "/syncs/progress/d").status == 200)
      let tokens = try ada.get("/api/v1/tokens").object.list("items").filter { $0.text("kind") == "device" }
      for token in tokens { #expect(try ada.delete("/api/v1/tokens/\(token.text("id") ?? "")").status == 204) }
      try eventually("the revocation counts") { try device.push("d", 0.2).status == 401 }
    }

    @Test("Registration leads to signing in")
    func registration() throws {
      let stack = try Stack()
      let device = try Device(try stack.client(user: "ada"), name: "ada")
      let rejected = try device.kosync("POST", "/users/create", #"{"username": "ada", "password": "x"}"#)
      #expect(rejected.status == 402 && rejected.object["code"] as? Int == 2005)
      #expect(try device.kosync("PUT", "/users/password", "{}").status == 404)
      #expect(try device.kosync("DELETE", "/users/me").status == 404)
    }

    @Test("The page of a book that is being read follows, and the list of connectors shows the use")
    func follows() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let device = try Device(ada, name: "ada")
      #expect(
        try ada.put("/api/v1/works/dune", #"{"title": "Dune", "authors": ["Frank Herbert"], "pageCount": 300}"#).status
          == 201)
      #expect(try ada.put("/api/v1/library/dune", #"{"status": "reading"}"#).status == 201)
      let metadata = #", "metadata": {"title": "Dune", "authors": "Frank Herbert"}"#
      #expect(try device.push("d", 0.5, metadata).status == 200)
      #expect(try ada.get("/api/v1/library/dune").object["currentPage"] as? Int == 150)
      #expect(try device.push("d", 0.25).status == 200)
      let entry = try ada.get("/api/v1/library/dune").object
      #expect(entry["currentPage"] as? Int == 75 && entry["status"] as? String == "reading")
      #expect(try ada.get("/api/v1/reading/sessions").object.list("items").isEmpty)
      let list = try ada.get("/api/v1/connectors").object.list("connectors")
      #expect(list.compactMap { $0.text("name") }.prefix(3) == ["dav", "kosync", "koinsight"])
      #expect(list[1].text("address") == "http://127.0.0.1:\(stack.port)/kosync" && list[1].text("lastSeenAt") != nil)
      #expect(list[0].text("lastSeenAt") == nil && list[0].text("user") == "ada")
      let export = try ada.get("/api/v1/account/export").object.list("connectors")
      #expect(export.contains { $0.text("kind") == "position" && $0.text("document") == "d" })
      #expect(!(try ada.get("/api/v1/account/export").text.contains(device.token)))
    }

    @Test("Switched off, it does not exist")
    func off() throws {
      let stack = try Stack(environment: ["WAYMARK_CONNECTORS": "dav"])
      let device = try Device(try stack.client(user: "ada"), name: "ada")
      #expect(try device.push("d", 0.5).status == 404)
      #expect(try device.dav("PROPFIND", "/").status == 207)
    }
  }
}
