import API
import Testing

@testable import OutboundSvc

@Suite("Feeds of podcasts")
struct FeedReadingTests {
  private static let call = OutboundAPI.ReadFeed(
    url: "https://p.example/feed", entityTag: "\"v1\"", wanted: ["g-1", "https://p.example/2.mp3", "g-9"])

  private func reply(_ body: String, status: Int = 200) -> OutboundAPI.ReadFeed.Reply {
    FeedReading.reply(
      to: Self.call, OutboundAPI.Fetch.Reply(status: status, entityTag: "\"v2\"", body: Array(body.utf8)))
  }

  @Test("A request names the known version, follows redirects and takes 16 MiB")
  func request() throws {
    let request = try #require(FeedReading.request(Self.call))
    #expect(request.call.headers.contains(.init("If-None-Match", "\"v1\"")))
    #expect(request.call.limits.bytes == 16 << 20 && request.call.redirects.atMost == 3)
    #expect(request.call.namedBy == .user)
    #expect(FeedReading.request(.init(url: "file:///etc/passwd", wanted: [])) == nil)
    #expect(FeedReading.request(.init(url: "a podcast", wanted: [])) == nil)
  }

  @Test("Only wanted episodes are returned, each once")
  func wanted() {
    let items = (1...3).map { number in
      """
      <item><title>\(number)</title><guid>g-\(number)</guid><enclosure url="https://p.example/\(number).mp3"/></item>
      """
    }
    let reply = reply("<rss><channel><title>Show</title>\(items.joined())\(items[0])</channel></rss>")
    #expect(reply.title == "Show" && reply.entityTag == "\"v2\"" && reply.failure == nil)
    #expect(
      reply.episodes == [.init(name: "g-1", title: "1"), .init(name: "https://p.example/2.mp3", title: "2")])
  }

  @Test("Other responses have no titles", arguments: [304, 404, 500])
  func others(_ status: Int) {
    let reply = reply("<rss><channel><title>Show</title></channel></rss>", status: status)
    #expect(reply.status == status && reply.title == nil && reply.episodes.isEmpty)
  }

  @Test(
    "Text that is not a feed has no titles",
    arguments: ["", "<html>", "{}", "<!DOCTYPE a [<!ENTITY b \"c\">]><rss>&b;"])
  func unreadable(_ body: String) {
    #expect(reply(body).episodes.isEmpty)
  }
}
