import Testing

@testable import Service

@Suite struct ServerAddressTests {
  @Test(
    "Reads scheme, host, port and the rest",
    arguments: [
      ("https://Books.Example.org", true, "books.example.org", 443, ""),
      ("http://nas:13378/abs?x=1", false, "nas", 13_378, "/abs?x=1"),
      ("HTTPS://h.example.org.:8443?x", true, "h.example.org", 8_443, "?x"),
      ("http://[FD00::1]:80/", false, "[fd00::1]", 80, "/"), ("http://[::1]", false, "[::1]", 80, ""),
      ("http://2130706433/", false, "2130706433", 80, "/"),
    ])
  func parts(text: String, isHTTPS: Bool, host: String, port: Int, rest: String) throws {
    let address = try #require(ServerAddress(parsing: text))
    #expect(address.isHTTPS == isHTTPS && address.host == host && address.port == port && address.rest == rest)
  }

  @Test(
    "Rejects what could be read in two ways",
    arguments: [
      "ftp://h", "h", "//h/", "http://", "http:///x", "http://u@h/", "http://u:p@h/", "http://h\\@g/", "http://a\\b",
      "http://h%2e/", "http://h:0/", "http://h:65536/", "http://h:/", "http://h:1:2/", "http://[::1/", "http://[::1]x/",
      "http://[fe80::1%25eth0]/", "http://h h/", "http://hö/", "http://.h/", "http://a..b/", "http://h:+80/",
      "http://[h]/",
    ])
  func malformed(text: String) {
    #expect(ServerAddress(parsing: text) == nil)
  }

  @Test(
    "Credentials go to the same server only",
    arguments: [
      ("http://h:1/a", "http://h:1/b", true), ("http://h/", "https://h/", true),
      ("http://h:13378/", "https://h/", true),
      ("https://h/", "https://h:443/x", true), ("https://h/", "http://h/", false), ("https://h/", "https://g/", false),
      ("https://h/", "https://h:8443/", false), ("http://h/", "http://h:8080/", false),
      ("https://h/", "https://x.h/", false),
    ])
  func sameServer(from: String, to: String, isSame: Bool) throws {
    let (from, to) = (try #require(ServerAddress(parsing: from)), try #require(ServerAddress(parsing: to)))
    #expect(from.isSameServer(as: to) == isSame)
  }

  @Test("A name with a leading dot stands for a domain")
  func hosts() throws {
    let hosts = ["covers.openlibrary.org", ".archive.org"]
    for (url, isAmong) in [
      ("https://covers.openlibrary.org/b", true), ("https://archive.org/", true), ("https://ia8.us.archive.org", true),
      ("https://openlibrary.org/", false), ("https://notarchive.org/", false), ("https://archive.org.evil.org", false),
    ] {
      #expect(try #require(ServerAddress(parsing: url)).isAmong(hosts) == isAmong, "\(url)")
    }
  }
}
