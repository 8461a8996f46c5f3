import Foundation
import Testing

@testable import WaymarkClient

@Suite("Connect links")
struct ConnectLinkTests {
  private func read(_ server: String, token: String = "wm_abc") -> ConnectLink? {
    var parts = URLComponents()
    parts.scheme = "waymark"
    parts.host = "connect"
    parts.queryItems = [URLQueryItem(name: "url", value: server), URLQueryItem(name: "token", value: token)]
    return parts.url.flatMap { ConnectLink($0) }
  }

  @Test(
    "Accepts servers with HTTPS or in a private network",
    arguments: [
      "https://journey.example.org", "https://example.org:8443/journey", "HTTPS://EXAMPLE.ORG", "https://203.0.113.9",
      "http://localhost:8080", "http://127.0.0.1:8080", "http://10.1.2.3", "http://172.16.0.1", "http://172.31.255.255",
      "http://192.168.1.20:8080", "http://169.254.1.1", "http://[::1]:8080", "http://[fd12:3456::1]",
      "http://[fe80::1]",
      "http://shelf.local", "http://shelf.local.:8080", "http://shelf.home.arpa",
    ])
  func taken(server: String) throws {
    let link = try #require(read(server))
    #expect(link.server.absoluteString == server && link.token == "wm_abc")
    #expect(try ConnectLink(#require(link.url)) == link)
  }

  @Test(
    "Rejects all other servers",
    arguments: [
      "http://example.org", "http://8.8.8.8", "http://172.15.0.1", "http://172.32.0.1", "http://192.169.0.1",
      "http://0177.0.0.1", "http://127.1", "http://2130706433", "http://0x7f000001", "http://127.0.0.1.example.org",
      "http://localhost.example.org", "http://local", "http://[2001:db8::1]", "http://[::ffff:127.0.0.1]",
      "http://[fc::1]",
      "https://ada:secret@example.org", "https://ada@example.org", "https://example.org?x=1", "https://example.org#x",
      "https://", "https:///path", "https://example.org:0", "https://example.org:70000", "ftp://example.org",
      "file:///etc/passwd", "javascript:alert(1)", "waymark://connect", "example.org", "", "//example.org",
    ])
  func refused(server: String) {
    #expect(read(server) == nil)
  }

  @Test(
    "Accepts only the documented form of a link",
    arguments: [
      "waymark://connect?url=https://a.org", "waymark://connect?token=t", "waymark://connect",
      "waymark://connect?url=https://a.org&token=t&token=u", "waymark://connect?url=https://a.org&url=https://b.org",
      "waymark://connect?url=https://a.org&token=t&next=https://b.org", "waymark://other?url=https://a.org&token=t",
      "waymark://connect/x?url=https://a.org&token=t", "waymark://connect:1?url=https://a.org&token=t",
      "waymark://ada@connect?url=https://a.org&token=t", "waymark://connect?url=https://a.org&token=t#x",
      "https://connect?url=https://a.org&token=t", "waymark:connect?url=https://a.org&token=t",
      "waymark://connect?url=https://a.org&token=", "waymark://connect?url=https://a.org&token=a%20b",
      "waymark://connect?url=https://a.org&token=a%0D%0Ab", "waymark://connect?url=https://a.org&token=%C3%BC",
    ])
  func linkForm(text: String) throws {
    #expect(ConnectLink(try #require(URL(string: text))) == nil)
  }

  @Test("Creates only links that can be parsed again")
  func made() throws {
    let server = try #require(URL(string: "https://example.org/journey"))
    let link = try #require(ConnectLink(server: server, token: "a-b._~+/=Z9"))
    let url = try #require(link.url)
    #expect(
      url.absoluteString
        == "waymark://connect?url=https%3A%2F%2Fexample.org%2Fjourney&token=a-b._~%2B%2F%3DZ9")
    #expect(ConnectLink(url) == link)
    #expect(ConnectLink(server: server, token: String(repeating: "a", count: Limits.tokenBytes + 1)) == nil)
    #expect(ConnectLink(server: server, token: "a b") == nil)
    #expect(ConnectLink(server: try #require(URL(string: "http://example.org")), token: "t") == nil)
  }
}
