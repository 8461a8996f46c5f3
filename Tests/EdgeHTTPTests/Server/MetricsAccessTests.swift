import Service
import Testing

@testable import EdgeHTTP

@Suite struct MetricsAccessTests {
  /// Its clients are strangers, as on the network. Without the proxy they would belong to the edge's own system user.
  private func edge(_ access: String?) throws -> EdgeHarness {
    var settings = ["WAYMARK_TRUSTED_PROXIES": "unix", "WAYMARK_USER_HEADER": "Remote-User"]
    settings["WAYMARK_METRICS"] = access
    return try EdgeHarness(settings: settings)
  }

  @Test("A client without credentials may read the metrics by default", arguments: [nil, "public"])
  func everyClient(access: String?) throws {
    #expect(try edge(access).send("GET", "/metrics", token: nil).status == 200)
  }

  @Test("With 'token', the metrics need a valid credential of any user")
  func token() throws {
    let edge = try edge("token")
    let stranger = try edge.send("GET", "/metrics", token: nil)
    #expect(stranger.status == 401 && stranger.fields["www-authenticate"] == "Bearer")
    #expect(try edge.send("GET", "/metrics", token: "wm_unknown").status == 401)
    #expect(try edge.send("HEAD", "/metrics", token: nil).status == 401)
    #expect(edge.service.calls("metrics.scrape").isEmpty)
    for token in ["wm_r", "wm_other"] {
      let page = try edge.send("GET", "/metrics", token: token)
      #expect(page.status == 200 && page.body.contains("waymark_upstream_up"))
    }
    let cookie = "Cookie: waymark=wb_" + String(repeating: "c", count: 43)
    #expect(try edge.send("GET", "/metrics", token: nil, fields: [cookie]).status == 200)
    #expect(try edge.send("GET", "/metrics", token: nil, fields: ["Remote-User: eve"]).status == 200)
    // The connection of a request for metrics continues as usual.
    #expect(try edge.send("GET", "/healthz", token: nil).status == 200)
  }

  @Test("With 'off' or an address, the usual address has no metrics", arguments: ["off", "127.0.0.1:9100"])
  func hidden(access: String) throws {
    let edge = try edge(access)
    for token in [nil, "wm_rw"] {
      #expect(try edge.send("GET", "/metrics", token: token).status == 404)
      #expect(try edge.send("OPTIONS", "/%6Detrics", token: token).status == 404)
    }
    #expect(try edge.send("GET", "/readyz", token: nil).status == 200)
    #expect(edge.service.calls("metrics.scrape").isEmpty)
  }

  @Test("The address of the metrics serves nothing else")
  func address() throws {
    let edge = try edge("127.0.0.1:9100")
    #expect(try edge.send("GET", "/metrics", token: nil, isForMetrics: true).status == 200)
    #expect(try edge.send("POST", "/metrics", token: nil, body: "", isForMetrics: true).status == 405)
    for path in ["/healthz", "/readyz", "/openapi.json", "/api/v1/profile", "/api/v1/session", "/s/a.svg", "/"] {
      #expect(try edge.send("GET", path, isForMetrics: true).status == 404, "\(path)")
    }
    #expect(edge.service.calls("token.verify").isEmpty)
  }

  @Test("A process of the edge's own system user can always read them", arguments: ["token", "off", "127.0.0.1:9100"])
  func owner(access: String) throws {
    let edge = try EdgeHarness(settings: ["WAYMARK_METRICS": access])
    #expect(try edge.send("GET", "/metrics", token: nil).status == 200)
  }
}
