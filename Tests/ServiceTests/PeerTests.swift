import Glibc
import Proto
import Testing

@testable import Service

@Suite("Peers and addresses")
struct PeerTests {
  @Test(
    "A range contains exactly the addresses with its prefix",
    arguments: [
      ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"], ["11.0.0.0", "9.255.255.255", "::1"]),
      ("192.0.2.7", ["192.0.2.7"], ["192.0.2.6", "192.0.2.8"]), ("10.1.2.3/8", ["10.9.9.9"], ["11.1.2.3"]),
      ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::1", "fd00::1"]),
      ("fd00::/8", ["fd12::1"], ["fe00::1", "10.0.0.1"]),
      ("2001:db8::/64", ["2001:db8::ffff"], ["2001:db8:0:1::"]), ("::1", ["::1"], ["::2", "127.0.0.1"]),
      ("2001:db8::/127", ["2001:db8::1"], ["2001:db8::2"]), ("192.0.2.0/31", ["192.0.2.1"], ["192.0.2.2"]),
    ])
  func ranges(range: String, inside: [String], outside: [String]) throws {
    let range = try #require(AddressRange(parsing: range))
    for text in inside { #expect(range.contains(try #require(IPAddress(parsing: text))), "\(text)") }
    for text in outside { #expect(!range.contains(try #require(IPAddress(parsing: text))), "\(text)") }
  }

  @Test(
    "Rejects malformed ranges",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0/8", "ten", "::1%lo",
    ])
  func malformed(text: String) {
    #expect(AddressRange(parsing: text) == nil)
  }

  @Test("The network of a customer is an IPv4 address or 64 bits of an IPv6 address")
  func networks() throws {
    func network(_ text: String) throws -> IPAddress { try #require(IPAddress(parsing: text)).network }
    #expect(try network("2001:db8::1") == network("2001:db8::ffff:1"))
    #expect(try network("2001:db8::1") != network("2001:db8:0:1::1"))
    #expect(try network("192.0.2.1") != network("192.0.2.2"))
    #expect(try network("192.0.2.1") == network("::ffff:192.0.2.1"))
  }

  @Test("A closed peer of a Unix socket is still a Unix peer, and a network socket without a peer is unknown")
  func kinds() throws {
    let (ours, theirs) = try SocketOptions.pair()
    #expect(Peer(of: ours) == .unix)
    close(theirs)
    #expect(Peer(of: ours) == .unix)
    close(ours)
    let lonely = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #expect(Peer(of: lonely) == .unknown)
    close(lonely)
    var everything = try Settings(flags: [:]) { $0 == "WAYMARK_TRUSTED_PROXIES" ? "unix,0.0.0.0/0 ::/0" : nil }
    #expect(everything.trustedProxies.contains(.unix) && !everything.trustedProxies.contains(.unknown))
    everything = try Settings(flags: [:]) { _ in nil }
    #expect(!everything.trustedProxies.contains(.unix))
  }

  @Test(
    "A public URL is stored without a trailing slash",
    arguments: [
      ("https://waymark.example.org", "https://waymark.example.org", "", true),
      ("https://example.org/", "https://example.org", "", true),
      ("http://127.0.0.1:8080/way/mark/", "http://127.0.0.1:8080/way/mark", "/way/mark", false),
      ("http://[::1]:80/a.b", "http://[::1]:80/a.b", "/a.b", false),
    ])
  func publicURLs(text: String, kept: String, path: String, isHTTPS: Bool) throws {
    let url = try PublicURL(parsing: text)
    #expect("\(url)" == kept && url.path == path && url.isHTTPS == isHTTPS)
  }

  @Test(
    "Rejects public URLs that would need escaping in headers, cookies or links",
    arguments: [
      "", "example.org", "ftp://example.org", "https://", "https:///x", "https://a b", "https://u@example.org",
      "https://example.org/a;b", "https://example.org/a?b", "https://example.org/#a", "https://example.org/..",
      "https://example.org/a//b", "https://example.org:99999", "https://example.org:", "https://[::1", "https://[x]",
      "https://example.org/%41", "https://example.org\r\nX: y",
    ])
  func wrongPublicURLs(text: String) {
    #expect(throws: SettingsError.self) { try PublicURL(parsing: text) }
  }

  @Test(
    "Invalid settings prevent the start and are named",
    arguments: [
      ("WAYMARK_TRUSTED_PROXIES", "10.0.0.0/33"), ("WAYMARK_TRUSTED_PROXIES", "localhost"),
      ("WAYMARK_USER_HEADER", "Authorization"), ("WAYMARK_USER_HEADER", "cookie"), ("WAYMARK_USER_HEADER", "a b"),
      ("WAYMARK_PUBLIC_URL", "example.org"),
    ])
  func settings(name: String, value: String) {
    let error = #expect(throws: SettingsError.self) { try Settings(flags: [:]) { $0 == name ? value : nil } }
    #expect(error?.description.contains(name) == true)
  }
}
