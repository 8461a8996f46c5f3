import API
import Service
import Testing

@testable import OutboundSvc

@Suite struct FetchRequestTests {
  @Test(
    "Accepts web addresses and no others",
    arguments: [
      ("https://id.example.org/x?y=1", true), ("http://127.0.0.1:8080/", true), ("HTTPS://id.example.org", true),
      ("file:///etc/passwd", false), ("gopher://h/", false), ("https://", false), ("https:///path", false),
      ("https://user:secret@h/", false), ("https://h\r\nX: y", false), ("//h/", false), ("https://hö/", false),
      ("https://h/" + String(repeating: "a", count: 9_000), false),
    ])
  func addresses(url: String, isAccepted: Bool) {
    #expect((FetchRequest(OutboundAPI.Fetch(.get, url)) != nil) == isAccepted)
  }

  @Test("Rejects headers that could add lines, and limits out of range")
  func limits() {
    let url = "https://id.example.org"
    func isAccepted(_ call: OutboundAPI.Fetch) -> Bool { FetchRequest(call) != nil }
    #expect(isAccepted(.init(.get, url, headers: [.init("Accept", "application/json")])))
    for header in [("A\r\nB", "x"), ("A", "x\r\nB: y"), ("", "x"), ("A", ""), ("A:", "x"), ("A", "ü")] {
      #expect(!isAccepted(.init(.get, url, headers: [.init(header.0, header.1)])), "\(header)")
    }
    #expect(isAccepted(.init(.post, url, body: [1])) && !isAccepted(.init(.get, url, body: [1])))
    #expect(!isAccepted(.init(.get, url, limits: .init(milliseconds: 0))))
    #expect(!isAccepted(.init(.get, url, limits: .init(milliseconds: 60_001))))
    #expect(!isAccepted(.init(.get, url, limits: .init(bytes: 4 << 20))))
  }

  @Test("Reports a server that cannot be reached")
  func unreachable() async throws {
    let request = try #require(
      FetchRequest(OutboundAPI.Fetch(.get, "http://127.0.0.1:1/", limits: .init(milliseconds: 2_000))))
    let reply = await FetchWorkers(rule: .any).fetch(request)
    #expect(reply == OutboundAPI.Fetch.Reply(.unreachable))
  }
}
