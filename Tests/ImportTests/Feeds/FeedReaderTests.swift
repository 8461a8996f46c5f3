import Testing

@testable import Import

@Suite("Feeds")
struct FeedReaderTests {
  private func read(_ text: String, piece: Int = .max) throws -> (title: String?, items: [FeedReader.Item]) {
    var items: [FeedReader.Item] = []
    var reader = try FeedReader { items.append($0) }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(piece, max(bytes.count, 1))) {
      try reader.read(bytes[start..<min(start + min(piece, bytes.count), bytes.count)])
    }
    try reader.finish()
    return (reader.title, items)
  }

  private static let rss = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <image><title>Picture</title></image><title>The  Show &amp;
     more</title><link>https://p.example</link>
    <item><title><![CDATA[One & <two>]]></title><itunes:title>Other</itunes:title>
      <guid isPermaLink="false">g-1</guid><enclosure url="https://p.example/1.mp3?x=1&amp;y=2" length="5"/></item>
    <item><itunes:title>Three</itunes:title><enclosure url="https://p.example/3.mp3"/></item>
    <item><title>No name</title></item><item><guid>no-title</guid></item>
    </channel></rss>
    """

  @Test("Reads RSS in pieces of any size", arguments: [1, 7, 64, 4_096])
  func rss(_ piece: Int) throws {
    let (title, items) = try read(Self.rss, piece: piece)
    #expect(title == "The Show & more")
    #expect(
      items == [
        FeedReader.Item(title: "One & <two>", names: ["g-1", "https://p.example/1.mp3?x=1&y=2"]),
        FeedReader.Item(title: "Three", names: ["https://p.example/3.mp3"]),
      ])
  }

  @Test("Reads Atom")
  func atom() throws {
    let (title, items) = try read(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title><entry><source><title>No</title><id>no</id></source>
      <title>One</title><id>urn:1</id><link rel="alternate" href="https://p.example/page"/>
      <link rel="enclosure" href="https://p.example/1.ogg"/></entry></feed>
      """)
    #expect(title == "Show")
    #expect(items == [FeedReader.Item(title: "One", names: ["urn:1", "https://p.example/1.ogg"])])
  }

  @Test("Resolves no entities, and keeps what comes before an error")
  func entities() throws {
    let bomb = """
      <!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>Before</title><guid>1</guid></item><item><title>&b;&c;</title><guid>2</guid></item>
      </channel></rss>
      """
    #expect(try read(bomb).items.map(\.title) == ["Before"])
    #expect(try read("<html><body>no feed").items.isEmpty)
    #expect(try read("").items.isEmpty)
  }
}
